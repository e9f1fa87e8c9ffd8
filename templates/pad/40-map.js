// The map: the printed ground below; then reach, the situation, and what is planned.
let R, H, k;
const corner = (hex, share = 1) => {
  const [x, y] = at(hex);
  return [[-.5, -1], [.5, -1], [1, 0], [.5, 1], [-.5, 1], [-1, 0]].map(([a, b]) => [x + a * R * share, y + b * H * share]);
};
const path = points => `M${points.map(point => point.map(n => n.toFixed(1)).join(' ')).join('L')}`;
const ring = (hex, share) => `${path(corner(hex, share))}z`;
const put = (x, y, scale = k) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`;
const label = (text, at = {}) => { const node = sv('text', { 'text-anchor': 'middle', ...at }); node.textContent = text; return node; };
// D.signs: what the box of a symbol shows, by the sign that the picture names; one that is not there shows an empty box.
const SOLID = /^(guns|hq)$/;
function counter(unit, x, y, plates, badge) {
  const on = sel.includes(unit.call), width = 40 / Math.max(unit.steps, 1);
  const group = sv('g', { transform: put(x, y), class: `unit${on ? ' sel' : ''}${P.done.includes(unit.call) ? ' done' : ''}` });
  for (let i = plates; i; i--) group.append(sv('rect', { x: -20 + 3.6 * i, y: -13 - 3.6 * i, width: 40, height: 32, class: 'plate' }));
  group.append(sv('rect', { x: -22, y: -15, width: 44, height: 37, class: 'edge' }), sv('rect', { x: -20, y: -13, width: 40, height: 26, class: 'box' }));
  if (D.signs[unit.sign]) group.append(sv('path', { d: D.signs[unit.sign], class: SOLID.test(unit.sign) ? 'sign solid' : 'sign' }));
  for (let i = 0; i < unit.steps; i++) {
    group.append(sv('rect', { x: -20 + i * width, y: 13, width, height: 6.6, class: i >= unit.steps - unit.lost ? 'step lost' : 'step' }));
  }
  group.append(label(unit.call + (badge ? ` +${badge}` : ''), { y: 32, class: 'call' }));
  const state = D.states.indexOf(unit.state);
  if (state > 0) group.append(sv('circle', { cx: 20, cy: -13, r: 7, class: `state s${state}` }), label(state, { x: 20, y: -9, class: `stateno s${state}` }));
  return group;
}
function front(group) {
  let wash = '', line = '';
  for (const hex of P.ours.filter(at)) {
    const a = corner(hex, .94);
    wash += ring(hex);
    for (let i = 0; i < 6; i++) if (at(step(hex, i)) && !ours.has(step(hex, i))) line += path([a[i], a[(i + 1) % 6]]);
  }
  group.append(sv('path', { d: wash, class: 'wash' }), sv('path', { d: line, class: 'front', 'stroke-width': 4 * k }));
}
const IN_THE_WAY = { wire: 'M-12-7V7M12-7V7M-12 0l4-5l4 10l4-10l4 10l4-10l4 5', roadblock: 'M-4-10V10M4-10V10M-4-9L4 9M-4 9L4-9', minefield: 'M-10-4l6 8M-4-4l-6 8M-3-4l6 8M3-4l-6 8M4-4l6 8M10-4l-6 8', bunker: 'M-11 7V-2L-7-7H7L11-2V7zM-6 2H6' };
function signs(group) {
  const mark = (hex, dx, dy, ...kids) => { const c = at(hex); if (c) group.append(sv('g', { transform: put(c[0] + R * dx, c[1] + H * dy) }, ...kids)); };
  const star = [...Array(10)].map((_none, i) => { const r = i % 2 ? 6.4 : 14, a = i * Math.PI / 5; return [r * Math.sin(a), -r * Math.cos(a)]; });
  for (const hex of P.claims.filter(at)) group.append(sv('path', { d: ring(hex, .78), class: 'claim', 'stroke-width': 7 * k, 'stroke-dasharray': `${2 * k} ${5 * k}` }));
  for (const goal of P.goals) mark(goal.hex, .52, -.56, sv('path', { d: `${path(star)}z`, class: 'star' }), label(goal.points, { y: 4, class: 'goal' }));
  for (const store of P.stores) mark(store.hex, -.5, .62, sv('path', { d: 'M-9-6h18v12h-18zM-9 3h18', class: store.own ? 'mark' : 'mark foe' }));
  for (const work of P.works) mark(work.hex, -.5, .62, sv('path', { d: 'M-12 6v-8h5v4h4v-4h6v4h4v-4h5v8z', class: work.own ? 'mark' : 'mark foe' }));
  for (const way of P.obstacles || []) mark(way.hex, .5, .62, sv('path', { d: IN_THE_WAY[way.kind] || '', class: way.own ? 'mark' : 'mark foe' }));
  for (const hex of P.bridges_down) mark(hex, 0, 0, sv('path', { d: 'M-9-9L9 9M-9 9L9-9', class: 'down' }));
  for (const hex of P.engaged) mark(hex, 0, -.62, sv('circle', { r: 11, class: 'fight' }), sv('path', { d: 'M-5-5L6 6M5-5L-6 6', class: 'swords' }));
  for (const seen of P.contacts) {
    mark(seen.hex, 0, 0, sv('path', { d: 'M0-24L24 0L0 24L-24 0z', class: seen.age < 2 ? 'contact' : 'contact old' }), label(seen.kinds[0]?.slice(0, 3) || '?', { y: 5, class: 'foe' }));
  }
}
function dodge() { // printed names that a counter or a contact would cover stand below it
  const held = [...standing.keys(), ...P.contacts.map(seen => seen.hex)].map(at).filter(Boolean), under = new Map();
  for (const node of document.querySelectorAll('#ground text:not([transform])')) {
    const put = node.parentNode.transform.baseVal.consolidate()?.matrix || { e: 0, f: 0 }; // each word is drawn round a point of its own
    const from = +(node.dataset.y ??= node.getAttribute('y')), x = +node.getAttribute('x') + put.e, y = from + put.f;
    const c = held.find(([a, b]) => Math.abs(x - a) < 44 * k && y > b - 18 * k && y < b + 46 * k);
    node.setAttribute('y', from);
    if (c) under.set(c, [...under.get(c) || [], [node, from, y]]);
  }
  for (const [c, names] of under) {
    const top = Math.min(...names.map(([_node, _from, y]) => y));
    for (const [node, from] of names) node.setAttribute('y', from + c[1] + 51 * k - top);
  }
}
function situation() {
  const group = $('#sit'), grade = unit => [!sel.includes(unit.call), unit.sign === 'hq', unit.lost - unit.steps];
  group.replaceChildren(); front(group); signs(group); dodge();
  for (const [hex, here] of standing) {
    const c = at(hex);
    if (!c) continue;
    const sorted = [...here].sort((a, b) => { const x = grade(a), y = grade(b); return x[0] - y[0] || x[1] - y[1] || x[2] - y[2]; });
    if (here.length > 2 || R < 45) group.append(counter(sorted[0], c[0], c[1] + 4 * k, Math.min(2, here.length - 1), here.length - 1));
    else sorted.forEach((unit, i) => group.append(counter(unit, c[0] + (here.length > 1 ? (i ? 25 : -25) * k : 0), c[1] + 4 * k, 0, 0)));
  }
}
function plans(seen) { // what the lines come to: ways and the call where the unit will stand, broad arrows, dots
  const group = $('#plan'), late = [], ends = {};
  group.replaceChildren();
  seen.res.forEach((line, number) => line.ways.forEach(way => {
    const points = way.path.map(at).filter(Boolean), n = points.length - 1, on = number === mark ? ' on' : '';
    if (n < 1) return;
    const [a, b] = [points[n - 1], points[n]], far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, off = (way.kind === 'way' ? 20 : 34) * k;
    const d = path([...points.slice(0, -1), [b[0] - (b[0] - a[0]) / far * off, b[1] - (b[1] - a[1]) / far * off]]);
    const wide = way.kind === 'arrow' ? 12 : 3.6;
    group.append(sv('path', { d, class: 'halo', 'stroke-width': (wide + 4) * k }), sv('path', {
      d, class: `planned${on}`, 'stroke-width': wide * k, 'stroke-dasharray': way.kind === 'dots' ? `${3 * k} ${5 * k}` : null, 'marker-end': 'url(#head)' }));
    if (way.unit) {
      const hex = way.path[n];
      ends[hex] = (ends[hex] ?? -1) + 1;
      late.push(label(way.unit, { x: b[0], y: b[1] + 5 * k + ends[hex] * 15 * k, class: 'ghost', 'font-size': 13 * k }));
    }
  }));
  group.append(...late);
}
function targets() { // the hexes that the slot in hand can take, with what is known of their price
  const group = $('#aim');
  group.replaceChildren();
  for (const [hex, price] of aims()) {
    const c = at(hex);
    if (!c) continue;
    group.append(sv('path', { d: ring(hex, .93), class: `aim a${price ?? 0}` }));
    if (price != null) group.append(label(_('{n} AP', { n: price }), { x: c[0], y: c[1] + H * .86, class: 'price', 'font-size': 13 * Math.max(k, .75) }));
  }
  for (const hex of slot ? [].concat(slot.v[slot.p] || []) : []) if (at(hex)) group.append(sv('path', { d: ring(hex, .9), class: 'took' }));
  if (at(cur)) group.append(sv('path', { d: ring(cur, .97), class: 'cur' }));
}
function aims() {
  const out = new Map(), call = draft?.units[0];
  if (!slot || !call || !HEX.test(inputOf(slot.t.k))) return out;
  const verb = slot.a.verb, before = draft.list.length > 1 ? sayAll(draft.list.slice(0, -1), []) : '';
  const pos = look(lines).pos.get(call), acts = before ? read(`${call}: ${before}`).acts : [];
  const now = follow(call, acts, pos && { spot: pos.spot, hand: pace(call)?.hand }, []), own = pace(call);
  if (verb.walks && own) {
    const trip = { spot: now.spot, hand: now.hand }, walked = [now.spot[0]], total = now.hand.ap;
    walk(trip, own, [].concat(slot.v[slot.p] || []), walked);
    goes = reach(own, trip.spot, trip.hand, !pos && !acts.length && walked.length === 1);
    for (const [hex, way] of goes) out.set(hex, total - way.hand.ap);
    return out;
  }
  if (now.spot[0] !== units.get(call).hex) {
    DIRECTIONS.forEach((_none, i) => at(step(now.spot[0], i)) && out.set(step(now.spot[0], i), null));
    return out;
  }
  for (const [text, ap] of D.can[call] || []) {
    const hex = verbOf(text, 'unit') === verb && /\d\d\.\d\d/.exec(text)?.[0];
    if (hex && !(out.get(hex) <= ap)) out.set(hex, ap);
  }
  return out;
}
