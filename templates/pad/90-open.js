// The page comes up: with the data it was sent with, or, empty, with a report that is opened in it.
const paintGround = async () => {
  try {
    const text = await inflate($('#ground-z').textContent), drawn = new DOMParser().parseFromString(`<svg xmlns="${NS}">${text}</svg>`, 'image/svg+xml');
    $('#ground').replaceChildren(sv('svg', { width: M.w, height: M.h }, ...[...drawn.documentElement.childNodes].map(node => document.importNode(node, true))));
  } catch { // no ground came with it, or the program cannot inflate: plain hexes
    $('#ground').replaceChildren(...hexes.map(hex => sv('path', { d: ring(hex), class: 'plain' })), ...hexes.map(hex => label(hex, { x: at(hex)[0], y: at(hex)[1] - H * .78, class: 'number', 'font-size': R * .17 })));
  }
  dodge();
  window.PAD.drawn = performance.now() - T0;
};
const undoKeys = event => {
  if (event.key === 'Escape') { drop(); sel = []; stack = []; board(); }
  else if (event.ctrlKey && event.key === 'Enter' && draft) { document.activeElement?.blur(); commit(); }
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !/INPUT|TEXTAREA/.test(event.target.tagName)) {
    event.preventDefault();
    if (event.shiftKey) back(future, past); else back(past, future);
  }
};
// Whatever is drawn afresh loses the keyboard's place: it is put back, if the last thing used was a key.
let byKey = false;
const refocus = event => {
  if (event.type === 'keyup') byKey = true;
  setTimeout(() => {
    if (!byKey || document.activeElement !== document.body) return;
    const slot_ = draft && document.querySelector('.slot.on input,.slot.on select');
    const to = slot_ || (draft && $('#add:not(:disabled)')) || (draft || sel.length ? $('#verbs .chip.v') : $('#find'));
    to?.focus();
  });
};
function wire() {
  $('#undo').onclick = () => back(past, future); $('#redo').onclick = () => back(future, past); $('#copy').onclick = copy;
  $('#find').oninput = board; $('#clear').onclick = () => { sel = []; stack = []; $('#find').value = ''; drop(); board(); };
  $('#letter').onchange = event => change(() => { lines = event.target.value.split('\n').map(flatLine).filter(line => line && !/^(BEGIN|END) ORDERS/i.test(line)); });
  addEventListener('keydown', undoKeys);
  addEventListener('pointerdown', () => { byKey = false; }, true);
  for (const kind of ['keyup', 'click', 'change']) addEventListener(kind, refocus, true);
  hold($('#map'));
}
const clock = (when, zone) => {
  const form = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false, timeZoneName: 'short' };
  try { const tongue = document.documentElement.lang; return when.toLocaleString(tongue === 'en' ? 'en-GB' : tongue, { ...form, timeZone: zone }); } catch { return when.toLocaleString([], form); }
};
function densest() { // where most own troops stand together: the mean of two drops lies between them
  const near = (a, b) => Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1]) < R * 4;
  const spots = P.units.map(unit => unit.hex).filter(at), count = hex => spots.filter(other => near(hex, other)).length;
  return spots.reduce((best, hex) => !best || count(hex) > count(best) ? hex : best, null);
}
function open(data, picture) {
  take(data, picture);
  R = M.r; H = R * Math.sqrt(3) / 2; k = Math.max(R / 70, .6);
  cur = P.units[0]?.hex || hexes[0] || '';
  const due = P.due && new Date(P.due.at);
  document.title = _('{campaign} {moment}: order pad', { campaign: P.campaign, moment: P.moment });
  $('#title').textContent = P.campaign; 
  const side = D.side || P.side;
  $('#when').textContent = `${[side, (P.seat || '').split('.')[1]].filter(Boolean).join(' ')} · ${P.moment}`; $('#stamp').textContent = _('{side} only', { side });
  $('#due').textContent = [_('Made for letter {letter}.', { letter: P.letter }), due && _('Due {when}.', { when: clock(due, P.due.zone) })].filter(Boolean).join(' ');
  $('#places').replaceChildren(...Object.keys(P.places).map(name => el('option', { value: name })), ...hexes.map(hex => el('option', { value: hex })));
  document.body.classList.remove('shut'); document.body.classList.toggle('nomap', !hexes.length);
  $('#opener').hidden = true;
  lines = []; past = []; future = []; sel = []; stack = []; mark = null; drop();
  restore(); view = [0, 0, M.w, M.h];
  const own = innerWidth < 800 && densest();
  if (own) { const [x, y] = at(own); zoom(Math.min(.62, R * 11 / M.w), x, y); view[0] = x - view[2] / 2; view[1] = y - view[3] / 2; }
  show(); board();
  window.PAD.usable = performance.now() - T0;
  paintGround();
}
const PLAIN = { campaign: '', letter: '', side: '', moment: '', units: [], contacts: [], ours: [], claims: [], engaged: [], works: [], obstacles: [], stores: [], goals: [], bridges_down: [], bank: {}, share: null, asleep: [], done: [], places: {}, formations: {}, looked: [], due: null };
window.PAD = { fresh, words, eachSlot, sayAct, sayLine, look, reach, pace, letter, link, full, open, fromLetter,
  get verbs() { return verbs; }, get lines() { return lines; }, set lines(list) { change(() => { lines = list; }); board(); }, get units() { return units; } };
(async () => {
  document.documentElement.classList.add('alive');
  wire();
  let data = null;
  try { data = json('#data') || JSON.parse(await inflate($('#data-z').textContent)); } catch { note(_('This program is too old for the pad: fill in the form of the letter.')); return; }
  const picture = json('#picture');
  if (picture) open(data, { ...PLAIN, ...picture });
  else opener(data);
})();
})();
