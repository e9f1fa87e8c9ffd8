// The map in hand: mouse, fingers, keys.
let view = [0, 0, 1, 1];
const show = () => $('#map').setAttribute('viewBox', view.map(n => n.toFixed(1)).join(' '));
const fit = () => { view = [0, 0, M.w, M.h]; show(); };
function zoom(by, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  const width = Math.min(M.w * 1.2, Math.max(R * 5, view[2] * by)), share = width / view[2];
  view = [x - (x - view[0]) * share, y - (y - view[1]) * share, width, view[3] * share];
  show();
}
const where = event => { const m = $('#map').getScreenCTM().inverse(); return [event.clientX * m.a + m.e, event.clientY * m.d + m.f]; };
function nearest([x, y]) {
  let best = null, least = R * 1.05;
  for (const hex of hexes) {
    const far = Math.hypot(at(hex)[0] - x, at(hex)[1] - y);
    if (far < least) { least = far; best = hex; }
  }
  return best;
}
const fingers = new Map();
let moved = false, pinch = 0;
function drags(event) {
  const was = fingers.get(event.pointerId);
  if (!was) return;
  if (fingers.size === 2) {
    moved = true; fingers.set(event.pointerId, event);
    const [a, b] = [...fingers.values()], far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (pinch) zoom(pinch / far, ...where({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
    pinch = far;
    return;
  }
  const dx = event.clientX - was.clientX, dy = event.clientY - was.clientY, scale = 1 / $('#map').getScreenCTM().a;
  if (!moved && Math.hypot(dx, dy) <= 8) return;
  moved = true; view[0] -= dx * scale; view[1] -= dy * scale; show(); fingers.set(event.pointerId, event);
}
function keys(event) {
  const way = { ArrowUp: 0, ArrowDown: 3, ArrowLeft: event.shiftKey ? 5 : 4, ArrowRight: event.shiftKey ? 1 : 2 }[event.key];
  if (way != null) {
    const hex = step(cur, way);
    if (at(hex)) { cur = hex; inSight(hex); targets(); tell(hex); }
  } else if (event.key === 'Enter' || event.key === ' ') tap(cur);
  else if (event.key === '+') zoom(.8);
  else if (event.key === '-') zoom(1.25);
  else if (event.key === '0') fit();
  else return;
  event.preventDefault();
}
function inSight(hex) { // the hex that keys came to is shown
  const [x, y] = at(hex);
  if (x < view[0] + R || x > view[0] + view[2] - R) view[0] = x - view[2] / 2;
  if (y < view[1] + H || y > view[1] + view[3] - H) view[1] = y - view[3] / 2;
  show();
}
function hold(map) {
  map.addEventListener('pointerdown', event => { fingers.set(event.pointerId, event); if (fingers.size === 1) moved = false; map.setPointerCapture(event.pointerId); });
  map.addEventListener('pointermove', drags);
  map.addEventListener('pointerup', event => {
    const one = fingers.size === 1, hex = one && !moved && nearest(where(event));
    fingers.delete(event.pointerId); pinch = 0;
    if (hex) tap(hex);
  });
  map.addEventListener('pointercancel', event => { fingers.delete(event.pointerId); pinch = 0; });
  map.addEventListener('wheel', event => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.2 : .83, ...where(event)); }, { passive: false });
  map.addEventListener('keydown', keys);
  $('#in').onclick = () => zoom(.75); $('#out').onclick = () => zoom(1.33); $('#fit').onclick = fit;
}
function tell(hex) { // a hex in words
  const here = standing.get(hex), seen = P.contacts.filter(found => found.hex === hex), goal = P.goals.find(found => found.hex === hex);
  const price = aims().get(hex);
  speak([named(hex), M.land[hex], ours.has(hex) ? _('ours') : _('the enemy’s'), here && here.map(unit => unit.call).join(', '),
    seen.length && _('enemy: {kinds}, seen {when}', { kinds: seen.map(found => found.kinds.join(' ') || '?').join(', '), when: seen[0].seen }),
    goal && _('worth {n} points', { n: goal.points }), price != null && _('{n} AP', { n: price })].filter(Boolean).join('; '));
}
function tap(hex) {
  const input = slot && inputOf(slot.t.k), here = (standing.get(hex) || []).map(unit => unit.call);
  cur = hex;
  if (slot && HEX.test(input)) { takeHex(hex, input === 'hexes' || slot.t.m); return; }
  if (!here.length) { tell(hex); targets(); return; }
  if (slot && UNIT.test(input)) {
    slot.v[slot.p] = input === 'units' || slot.t.m ? [...new Set([...(slot.v[slot.p] || []), ...here])] : here[0];
    form();
  } else pick(here, hex);
}
function takeHex(hex, many) { // of a way the whole path is written, so that what is shown is what is charged
  if (many) {
    const list = slot.v[slot.p] || [], way = slot.a.verb.walks && goes.get(hex);
    slot.v[slot.p] = list.at(-1) === hex ? list.slice(0, -1) : [...list, ...(way ? way.path : [hex])];
  } else { slot.v[slot.p] = hex; next(); }
  speak(_('{hex} taken', { hex: named(hex) }));
  form();
}
function pick(here, hex) {
  drop(); sel = here.length === 1 ? here : sel.filter(call => here.includes(call));
  speak(here.length === 1 ? _('{call} chosen', { call: here[0] }) : _('{n} units in {hex}: choose', { n: here.length, hex: named(hex) }));
  stack = here.length === 1 ? [] : here;
  board();
}
