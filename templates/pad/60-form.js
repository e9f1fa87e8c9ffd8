// The line in hand: units, then a verb as a sentence with holes. One control for each kind of slot, none for a verb.
let lines = [], draft = null, sel = [], stack = [], slot = null, mark = null, cur = '', goes = new Map();
const last = () => { const node = (draft?.into || draft?.list || []).at(-1); return node && !node.test ? node : null; };
const pressed = on => ({ 'aria-pressed': String(Boolean(on)) });
function next(start) { // the cursor goes into the first hole; a fresh verb's first may be one that can be left out
  const act = last();
  slot = null;
  if (act) {
    eachSlot(act.verb.form[act.f], act.v, '', (t, p, option) => {
      if (!slot && !full(act.v[p]) && (!option || (start && HEX.test(inputOf(t.k))))) slot = { t, p, v: act.v, a: act };
    });
  }
}
function begin(verb) {
  const units_ = sel.filter(call => units.has(call)), ofUnits = verb.place === 'unit' || (verb.place === 'script' && units_.length);
  if (ofUnits) {
    if (!draft?.units.length) draft = { units: units_, list: [], open: [] };
    (draft.into || draft.list).push(fresh(verb));
  } else draft = { units: [], list: [fresh(verb)], whole: verb, open: [] };
  $('#find').value = ''; stack = [];
  next(true); board();
  speak(`${verb.name}: ${verb.about}`);
}
const state = unit => [`${unit.steps - unit.lost}/${unit.steps}`, unit.state === D.states[0] ? '' : unit.state, P.asleep.includes(unit.call) ? _('cannot act') : _('{n} AP', { n: unit.ap }),
  P.done.includes(unit.call) ? _('has acted') : ''].filter(Boolean).join(' ');
function unitChip(call) {
  const unit = units.get(call);
  const chosen = () => { sel = sel.includes(call) ? sel.filter(other => other !== call) : [...sel, call]; $('#find').value = ''; draft = null; slot = null; board(); };
  return el('button', { class: 'chip u', ...pressed(sel.includes(call)), onclick: chosen }, el('b', {}, call), ` ${state(unit)}`);
}
function prices() { // the least AP of each verb that the chosen units could be told now
  const found = new Map();
  for (const call of sel) {
    for (const [text, ap] of D.can[call] || []) {
      const verb = verbOf(text, 'unit');
      if (verb && !(found.get(verb.name) <= ap)) found.set(verb.name, ap);
    }
  }
  return found;
}
const told = seen => _('{number} {hex}: {kinds}, {when}', { number: `C-${seen.number}`, hex: named(seen.hex), kinds: seen.kinds.join(', ') || '?', when: seen.seen });
const goTo = hex => { cur = hex; inSight(hex); targets(); tell(hex); };
// What becomes of the letter: its lines run, or a word on top has them tried or laid by.
const modes = () => verbs.filter(verb => verb.tops), modeOf = () => lines.length && modes().find(verb => begins(lines[0].toLowerCase(), verb));
function lay(verb) {
  change(() => {
    if (modeOf()) lines.shift();
    if (verb) lines.unshift(words(verb.form[0], {}, '', []));
  });
  board();
}
function board() {
  const query = $('#find').value.trim().toLowerCase(), now = prices(), hit = verb => !query || verb.name.includes(query) || verb.about.toLowerCase().includes(query);
  const chip = verb => el('button', { class: 'chip v', title: verb.about, 'data-verb': verb.name, 'data-place': verb.place, onclick: () => begin(verb) },
    verb.name, now.get(verb.name) != null && el('small', {}, _('{n} AP', { n: now.get(verb.name) })));
  const mine = unit => !query || `${unit.call} ${unit.formation}`.toLowerCase().includes(query);
  const groups = { letter: _('The whole letter'), block: _('Plans and blocks'), field: _('Lines of a form'), script: _('When something happens'), standing: _('Standing orders'), question: _('Ask') };
  const parts = [];
  if (stack.length) parts.push(el('p', { class: 'hint' }, _('{hex}: take one or several', { hex: named(units.get(stack[0]).hex) })), chips(...stack.map(unitChip)));
  if (sel.length) {
    const all = of('unit', 'script'), able = all.filter(verb => now.has(verb.name)), other = all.filter(verb => !now.has(verb.name));
    if (!draft) parts.push(el('p', { class: 'hint' }, sel.join(', ')));
    parts.push(chips(...able.filter(hit).map(chip)), more(draft ? _('Then, other words') : _('More a unit can be told'), Boolean(query) || !able.length, chips(...other.filter(hit).map(chip))));
  } else if (!stack.length && !draft) {
    const found = P.units.filter(mine), closed = lines.some(line => line.toLowerCase() === D.closing);
    if (D.closing && lines.length && !closed && !query) parts.push(chips(el('button', { class: 'chip c', id: 'close', onclick: () => { change(() => insert([D.closing])); board(); } }, _('and last: {word}', { word: D.closing }))));
    parts.push(found.length && el('p', { class: 'hint' }, _('Tap a unit on the map, or take it here.')), found.length && more(_('Units'), !lines.length || Boolean(query), chips(...found.slice(0, 80).map(unit => unitChip(unit.call)))));
    if (P.contacts.length && !query) parts.push(more(_('Enemy known'), false, el('ul', { id: 'seen' }, ...P.contacts.map(seen => el('li', {}, el('button', { class: 'chip', onclick: () => goTo(seen.hex) }, told(seen)))))));
    if (D.deeds.length) parts.push(more(_('The staff can be told now'), false, chips(...D.deeds.map(text => el('button', { class: 'chip', onclick: () => { change(() => insert([text])); board(); } }, text)))));
  }
  if (!draft) {
    for (const [place, title] of Object.entries(groups)) {
      const list = of(place).filter(verb => hit(verb) && (place !== 'script' || !sel.length));
      if (list.length) parts.push(more(title, query.length > 2, chips(...list.map(chip))));
    }
  }
  $('#verbs').replaceChildren(...parts.filter(Boolean));
  document.body.classList.toggle('busy', Boolean(draft));
  document.body.classList.toggle('rest', lines.length > 0 && !draft && !sel.length && !stack.length);
  if (draft) $('#panel').scrollTop = 0;
  situation(); form();
}
const drop = () => { draft = null; slot = null; };

function control(t, p, act, option) {
  const value = act.v[p], input = inputOf(t.k), many = input === 'hexes' || input === 'units' || t.m, on = slot?.p === p && slot.v === act.v;
  const name = t.s.toLowerCase().replace(/_/g, ' ') + (option ? _(', may be left out') : ''), own = { t, p, v: act.v, a: act };
  const set = (x, redraw = true) => { act.v[p] = x; if (redraw) form(); else retell(); };
  const box = (...kids) => el('span', { class: `slot${on ? ' on' : ''}${full(value) ? ' full' : option ? ' opt' : ''}` }, ...kids);
  const one = (list, empty = `${name}…`) => el('select', { 'aria-label': name, 'data-slot': t.s, onchange: event => set(event.target.value || null) },
    el('option', { value: '' }, empty), ...list.map(item => el('option', { value: item, selected: value === item }, item)));
  const aimed = event => {
    if (slot?.p === p && slot.v === act.v) return;
    slot = own; targets();
    for (const other of document.querySelectorAll('.slot.on')) other.classList.remove('on');
    event.target.parentNode.classList.add('on');
  };
  if (HEX.test(input)) {
    const typed = event => {
      const text = event.target.value.trim(), found = folded[text.toLowerCase()];
      const list = found ? [found] : (text.match(/\d\d\.?\d\d/g) || []).map(hex => hex.includes('.') ? hex : `${hex.slice(0, 2)}.${hex.slice(2)}`);
      set(many ? list : list[0] || '');
    };
    const shown = [].concat(value || []).join(' ');
    return box(el('input', { size: Math.max(9, shown.length), value: shown, placeholder: many ? _('tap hexes') : _('tap a hex'), 'aria-label': name, list: 'places', autocomplete: 'off', 'data-slot': t.s, onfocus: aimed, onchange: typed }),
      full(value) && el('button', { class: 'x', 'aria-label': _('empty {name}', { name }), onclick: () => { act.v[p] = null; slot = own; form(); } }, '×'));
  }
  if (UNIT.test(input)) {
    const calls = [...units.keys(), ...(many ? Object.keys(P.formations) : [])];
    const taken = event => { const call = event.target.value; set(call ? (many ? [...new Set([...(value || []), call])] : call) : null); };
    return box(many && full(value) ? `${value.join(', ')} ` : '', el('select', { 'aria-label': name, 'data-slot': t.s, onfocus: aimed, onchange: taken },
      el('option', { value: '' }, full(value) ? _('– empty –') : many ? _('units…') : _('unit…')), ...calls.map(call => el('option', { value: call, selected: !many && value === call }, call))));
  }
  if (input === 'formation') return box(one(Object.keys(P.formations)));
  if (input === 'direction') return box(one(DIRECTIONS));
  if (input === 'compass') return box(one(COMPASS));
  if (input === 'act' || input === 'script') {
    const list = [].concat(value || []), plain = of('unit').filter(verb => !verb.nests);
    const chosen = event => { const verb = plain.find(other => other.name === event.target.value); if (verb) set(input === 'act' ? fresh(verb) : [...list, fresh(verb)]); };
    return box(...list.map(inner => render(inner.verb.form[inner.f], inner, '')), el('select', { 'aria-label': name, 'data-slot': t.s, onchange: chosen }, el('option', { value: '' }, _('do…')), ...plain.map(verb => el('option', { value: verb.name }, verb.name))));
  }
  const written = event => { const text = flatLine(event.target.value), plain = input === 'moment' ? text.replace('T', ' ') : text; set(t.m ? plain.split(/\s*,\s*/).filter(Boolean) : plain, false); };
  const type = { number: 'number', clock: 'time', moment: 'datetime-local' }[input] || 'text';
  return box(el('input', { type, min: type === 'number' ? 0 : null, size: 14, value: type === 'datetime-local' ? (value || '').replace(' ', 'T') : [].concat(value ?? []).join(', '), placeholder: D.slots[t.k]?.words || '', 'aria-label': name, 'data-slot': t.s, oninput: written }));
}
// A choice: a strip, or a list where there are many.
function choice(names, on, chosen) {
  if (names.length > 6) return el('select', { 'aria-label': _('choice'), onchange: event => chosen(+event.target.value) }, ...names.map((name, i) => el('option', { value: i, selected: i === on }, name)));
  return el('span', { class: 'seg', role: 'group' }, ...names.map((name, i) => el('button', { ...pressed(i === on), onclick: () => chosen(i) }, name)));
}
function render(tree, act, p) {
  const box = el('span', { class: 'part' }), v = act.v;
  if (typeof tree === 'string') box.append(`${tree} `);
  else if (Array.isArray(tree)) tree.forEach((part, i) => box.append(render(part, act, `${p}.${i}`)));
  else if (tree.o && isSlot(tree.o)) box.append(control(tree.o, `${p}o`, act, true));
  else if (tree.o?.c && tree.o.c.every(onlyWords)) {
    box.append(choice(['–', ...tree.o.c.map(flat)], v[p] ? (v[`${p}o`] || 0) + 1 : 0, i => { v[p] = i > 0; v[`${p}o`] = Math.max(0, i - 1); form(); }));
  } else if (tree.o) {
    box.append(el('button', { class: 'chip t', ...pressed(v[p]), onclick: () => { v[p] = !v[p]; next(); form(); } }, flat(tree.o)), v[p] && !onlyWords(tree.o) ? render(tree.o, act, `${p}o`) : '');
  } else if (tree.c) {
    const i = v[p] || 0;
    box.append(choice(tree.c.map(flat), i, chosen => { v[p] = chosen; next(); form(); }));
    if (!onlyWords(tree.c[i])) box.append(render(tree.c[i], act, `${p}:${i}`));
  } else box.append(control(tree, p, act, false));
  return box;
}
function backOne() {
  const list = draft.into?.length ? draft.into : draft.list;
  list.pop();
  if (list === draft.list) { draft.into = null; draft.open = []; }
  if (!draft.list.length) drop();
  next(); board();
}
function testChips(list) {
  return D.tests.map(test => el('button', { class: 'chip c', onclick: () => {
    const node = { test, then: [], else: null };
    list.push(node); draft.into = node.then; draft.open.push(node); slot = null; board();
    speak(_('if {test}: choose what is done', { test }));
  } }, `if ${test}`));
}
function branches(act, whole) { // conditions: at once after a verb that asks, else folded away
  if (!draft.units.length || !act || !whole) return [];
  const inner = draft.open.at(-1), list = draft.into || draft.list, parts = [];
  if (inner) {
    parts.push(el('button', { class: 'chip c', onclick: () => { inner.else ||= []; draft.into = inner.else; slot = null; board(); speak(_('else: choose what is done')); } }, 'else…'),
      el('button', { class: 'chip c', onclick: () => { draft.open.pop(); const out = draft.open.at(-1); draft.into = out ? out.else || out.then : null; board(); } }, _('end of the if')));
  }
  if (act.verb.asks) parts.push(...testChips(list));
  return [chips(...parts, el('span', { class: 'hint' }, _('or choose a further act below'))), !act.verb.asks && !inner ? more(_('if …'), false, chips(...testChips(list))) : ''];
}
function form() {
  const box = $('#form'), act = last();
  targets();
  box.hidden = !draft;
  if (!draft) { box.replaceChildren(); paint(); return; }
  const lack = [], text = sayLine(draft, lack), whole = !lack.length;
  box.replaceChildren(el('p', { class: 'inhand', id: 'now' }, text),
    el('div', { class: 'row' }, el('button', { id: 'add', class: 'main', disabled: !whole, onclick: commit }, whole ? _('Add the line') : _('Fill in what is missing')),
      el('button', { onclick: backOne }, _('Back one act')), el('button', { onclick: () => { drop(); board(); } }, _('Drop'))),
    el('p', { class: 'hint' }, act ? act.verb.about : _('Now choose what is done, below.')),
    act && act.verb.form.length > 1 ? choice(act.verb.form.map(flat), act.f, i => { act.f = i; act.v = {}; next(true); form(); }) : '',
    act ? el('div', { class: 'sentence' }, render(act.verb.form[act.f], act, '')) : '',
    el('p', { class: 'warn', id: 'warn' }), el('p', { class: 'hint', id: 'price' }), ...branches(act, whole).filter(Boolean));
  retell();
}
function retell() { // what was typed changes the line's words and price, and no control
  if (!draft) return;
  const lack = [], text = sayLine(draft, lack), seen = look([...lines, text]), line = seen.res.at(-1);
  $('#now').textContent = text;
  const lacks = lack.length > 0 || line.lacks;
  $('#add').disabled = lacks; $('#add').textContent = lacks ? _('Fill in what is missing') : _('Add the line');
  $('#warn').textContent = [line.lacks ? '' : line.note, line.blind].filter(Boolean).join('; ');
  const most = Math.min(...line.units.map(call => pace(call)?.ap ?? units.get(call).ap));
  $('#price').textContent = line.units.length && line.ap != null ? `${_('{n} OP', { n: line.op })}; ${_(line.sure ? '{ap} of {most} AP by your own map' : 'at least {ap} of {most} AP by your own map', { ap: line.ap, most })}` : '';
  plans(seen); foot(seen);
}
function commit() {
  const lack = [], text = sayLine(draft, lack), whole = draft.whole;
  if (lack.length || look([...lines, text]).res.at(-1).lacks) return;
  change(() => insert(whole?.place === 'block' ? [text, 'END'] : [text], whole));
  drop(); sel = []; stack = []; $('#find').value = '';
  board();
  speak(_('added: {text}', { text }));
}
function insert(now, whole) { // before the word that closes the letter, which keeps last
  const i = whole?.name === D.closing ? -1 : lines.findIndex(line => line.toLowerCase() === D.closing);
  const end = whole?.place === 'field' ? lines.map(line => line.toLowerCase()).lastIndexOf('end') : i;
  if (end >= 0) lines.splice(end, 0, ...now); else lines.push(...now);
}
