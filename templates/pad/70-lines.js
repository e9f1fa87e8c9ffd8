// The lines as they will run, and the letter that they make.
const LONGEST = 1600; // signs of a mailto link that every mail program takes
let past = [], future = [], older = null;
const drafts = {
  get() { try { return JSON.parse(localStorage.getItem(KEY)); } catch { return null; } },
  set(value) { try { localStorage.setItem(KEY, JSON.stringify(value)); } catch { note(_('This program keeps no drafts: copy or send before you close it.')); } },
};
const note = (...kids) => $('#kept').replaceChildren(...kids);
const snap = () => JSON.stringify(lines);
function change(act) { past.push(snap()); future = []; act(); keep(); }
function keep() { drafts.set({ letter: P.letter, lines }); paint(); }
function back(from, to) {
  if (!from.length) return;
  to.push(snap()); lines = JSON.parse(from.pop());
  keep(); board();
}
function row(text, i, line) {
  const moves = event => { if (event.altKey && /Arrow(Up|Down)/.test(event.key)) { event.preventDefault(); shift(i, event.key === 'ArrowUp' ? -1 : 1); } };
  const typed = event => change(() => { const value = flatLine(event.target.value); if (value) lines[i] = value; else lines.splice(i, 1); });
  const toll = D.deeds.includes(text) ? _('{n} OP', { n: 0 }) : line.units.length ? _('{n} OP', { n: line.op }) + (line.ap ? ` · ${line.sure ? '' : '≥ '}${_('{n} AP', { n: line.ap })}` : '') : '';
  return el('li', { class: `${i === mark ? 'on ' : ''}${line.units.length && line.note ? 'bad' : ''}` },
    el('button', { class: 'grip', 'aria-label': _('line {n}: move it with Alt and the arrow keys, or drag', { n: i + 1 }), onpointerdown: event => drag(event, i), onkeydown: moves }, '⠿'),
    el('textarea', { class: 'text', rows: Math.ceil(text.length / (innerWidth < 800 ? 24 : 29)), 'aria-label': _('line {n}', { n: i + 1 }), spellcheck: 'false', onchange: typed,
      onkeydown: event => { if (event.key === 'Enter') { event.preventDefault(); event.target.blur(); } }, onfocus: () => { mark = i; plans(look(lines)); } }, text),
    el('span', { class: 'toll', title: line.note || null }, toll),
    el('button', { class: 'x', 'aria-label': _('take line {n} away', { n: i + 1 }), onclick: () => { change(() => lines.splice(i, 1)); board(); } }, '×'),
    (line.note || line.blind) && el('span', { class: line.note ? 'reason' : 'hint reason_' }, line.note || line.blind));
}
function paint() {
  const seen = look(lines);
  $('#lines').replaceChildren(...lines.map((text, i) => row(text, i, seen.res[i])));
  const all = modes();
  $('#mode').replaceChildren(lines.length && all.length ? choice([_('run'), ...all.map(verb => verb.name)], all.indexOf(modeOf()) + 1, i => lay(all[i - 1])) : '');
  $('#none').hidden = lines.length > 0; $('#undo').disabled = !past.length; $('#redo').disabled = !future.length;
  if (!draft) { plans(seen); foot(seen); }
}
function shift(i, by) {
  const to = i + by;
  if (to < 0 || to >= lines.length) return;
  change(() => { [lines[i], lines[to]] = [lines[to], lines[i]]; });
  document.querySelectorAll('.grip')[to]?.focus();
  speak(_('now line {n}', { n: to + 1 }));
}
function drag(event, i) {
  if (event.button) return;
  const grip = event.target;
  let to = i;
  grip.setPointerCapture(event.pointerId);
  grip.onpointermove = at_ => {
    const rows = [...document.querySelectorAll('#lines li')];
    to = rows.findIndex(row_ => at_.clientY < row_.getBoundingClientRect().bottom);
    if (to < 0) to = rows.length - 1;
    rows.forEach((row_, n) => row_.classList.toggle('drop', n === to && n !== i));
  };
  grip.onpointerup = () => {
    grip.onpointermove = grip.onpointerup = null;
    if (to !== i) change(() => { const [line] = lines.splice(i, 1); lines.splice(to, 0, line); });
  };
}
const letter = () => `${[D.reply.fence, ...lines, 'END ORDERS'].join('\n')}\n`;
const link = () => `mailto:${D.reply.to}?subject=${encodeURIComponent(D.reply.subject)}&body=${encodeURIComponent(letter().replace(/\n/g, '\r\n'))}`;
function foot(seen) {
  const banks = Object.values(P.bank), bank = P.share ?? (banks.length ? banks.reduce((sum, pool) => sum + pool.left, 0) : null);
  const long = link().length > LONGEST, mail = $('#mail'), off = long || !lines.length || !D.reply.to;
  $('#op').replaceChildren(el('b', {}, `${seen.op}${seen.plus ? '+' : ''}`), bank == null ? _(' OP') : _(' of {bank} OP', { bank }));
  $('#op').classList.toggle('over', bank != null && seen.op > bank);
  $('#meter').max = Math.max(1, bank ?? 1); $('#meter').value = Math.min(seen.op, bank ?? 0);
  mail.classList.toggle('off', off);
  if (off) mail.removeAttribute('href'); else mail.href = link();
  mail.setAttribute('aria-disabled', String(off));
  $('#long').textContent = long ? _('Too long for a mail link ({n} of {most} signs): copy it, and paste it into your answer.', { n: link().length, most: LONGEST }) : '';
  $('#letter').value = letter(); $('#copy').disabled = !lines.length;
}
async function copy() {
  try { await navigator.clipboard.writeText(letter()); } catch {
    const text = $('#letter');
    $('#whole').open = true; text.focus(); text.select();
    if (!document.execCommand('copy')) { note(_('This program does not let the page copy: the letter is marked below, copy it yourself.')); return; }
  }
  note(_('Copied. Paste it into an answer to the letter, and send that.')); speak(_('copied'));
}
function restore() { // a draft made on this very letter is back; one of an older letter is offered, never taken
  const kept = drafts.get();
  if (!Array.isArray(kept?.lines) || !kept.lines.length) return;
  if (kept.letter === P.letter) { lines = kept.lines.map(line => flatLine(String(line))); return; }
  older = kept.lines.map(line => flatLine(String(line)));
  note(_('There is a draft made on letter {letter}. ', { letter: String(kept.letter) }), el('button', { onclick: () => { change(() => { lines = older; }); note(); board(); } }, _('Take its lines')));
}
