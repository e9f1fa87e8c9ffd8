// The order language: a verb's forms are trees of words, slots {s}, options {o}, choices {c} and series []; what was filled in
// stands by its place in the tree. One walk says the text and finds what is missing, another comes by every slot.
const isSlot = tree => Boolean(tree && tree.s);
const full = value => value != null && value !== '' && !(Array.isArray(value) && !value.length);
const fresh = verb => ({ verb, f: 0, v: {} });
function words(tree, v, place, lack) {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return tree.map((part, i) => words(part, v, `${place}.${i}`, lack)).filter(Boolean).join(' ');
  if (tree.o) {
    const chosen = isSlot(tree.o) ? full(v[`${place}o`]) : v[place];
    return chosen ? words(tree.o, v, `${place}o`, lack) : '';
  }
  if (tree.c) return words(tree.c[v[place] || 0], v, `${place}:${v[place] || 0}`, lack);
  const value = v[place], input = inputOf(tree.k);
  if (!full(value)) { lack.push([place, tree]); return '…'; }
  if (input === 'act') return sayAct(value, lack);
  if (input === 'script') return value.map(act => sayAct(act, lack)).join('; ');
  return Array.isArray(value) ? value.join(D.slots[tree.k].between) : flatLine(String(value));
}
const sayAct = (act, lack = []) => words(act.verb.form[act.f], act.v, '', lack);
const sayWay = (list, lack) => {
  if (list.length === 1 && !list[0].test) return sayAct(list[0], lack);
  if (!list.length) lack.push(['', {}]);
  return list.length ? `(${sayAll(list, lack)})` : '…';
};
const sayTest = (node, lack) =>
  `if ${node.test} ${sayWay(node.then, lack)}${node.else ? `, else ${sayWay(node.else, lack)}` : ''}`;
const sayAll = (list, lack) => list.map(node => node.test ? sayTest(node, lack) : sayAct(node, lack)).join('; ');
const sayLine = (draft, lack = []) => (draft.units.length ? `${draft.units.join(', ')}: ` : '') + sayAll(draft.list, lack);

// Every slot that can be filled as things are chosen now: seen(slot, place, may it be left out).
function eachSlot(tree, v, place, seen) {
  if (typeof tree === 'string') return;
  if (Array.isArray(tree)) tree.forEach((part, i) => eachSlot(part, v, `${place}.${i}`, seen));
  else if (tree.o && isSlot(tree.o)) seen(tree.o, `${place}o`, true);
  else if (tree.o) { if (v[place]) eachSlot(tree.o, v, `${place}o`, seen); }
  else if (tree.c) eachSlot(tree.c[v[place] || 0], v, `${place}:${v[place] || 0}`, seen);
  else seen(tree, place, false);
}
const flat = tree => {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return tree.map(flat).join(' ');
  if (tree.s) return tree.s.replace(/_.*/, '').toLowerCase();
  return tree.o ? flat(tree.o) : tree.c.map(flat).join(' | ');
};
const onlyWords = tree => typeof tree === 'string' || (Array.isArray(tree) && tree.every(part => typeof part === 'string'));

// A line that was written, as far as the pad reads it: its units and the acts behind them, conditions opened.
const begins = (text, verb) => text === verb.name || text.startsWith(`${verb.name} `);
const verbOf = (text, ...places) =>
  of(...places).filter(verb => begins(text.toLowerCase(), verb)).sort((a, b) => b.name.length - a.name.length)[0];
function callsIn(text) { // short names take the suffix of the next full one; a formation stands for its units
  const bits = text.split(/\s*(?:,|&|\+|\band\b)\s*/i).map(bit => bit.trim()).filter(Boolean), out = [];
  let suffix = '';
  for (const bit of bits.reverse()) {
    const like = call => [...units.keys()].find(own => own.toLowerCase() === call.toLowerCase());
    const call = like(bit) || (suffix && like(`${bit}/${suffix}`));
    const form = Object.keys(P.formations).find(name => name.toLowerCase() === bit.toLowerCase());
    if (call) { out.unshift(call); suffix = call.split('/').slice(1).join('/') || suffix; }
    else if (form) out.unshift(...P.formations[form].filter(own => units.has(own)));
    else return null;
  }
  return out;
}
function read(text) {
  const found = /^\s*([^:#]+):\s*(.*)$/.exec(text.replace(/\s+#.*/, ''));
  const calls = found && callsIn(found[1]);
  if (!calls) return { calls: [], acts: [], whole: verbOf(text.trim(), 'letter', 'block', 'script') };
  const tests = new RegExp(`[;()]|\\belse\\b|\\bif (?:${D.tests.join('|')})\\b`, 'i');
  const acts = found[2].split(tests).map(act => act.replace(/^[\s,]+|[\s,]+$/g, '').replace(/^then /, '')).filter(Boolean);
  return { calls, acts: acts.map(act => ({ text: act, verb: verbOf(act, 'unit') })) };
}
