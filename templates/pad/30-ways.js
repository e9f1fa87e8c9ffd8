// What a way costs, over what the desk knows: the tables of the pad's sheet, paid as the rules have it.
const START = { ap: 0, mp: 0, road: false, due: false, begun: false };
function pace(call) {
  const row = D.speed[call];
  if (!row) return null;
  const [ways, halves, abroad, bonus, bank, ap, free, mp, road, due, first] = row;
  return { ways, halves, abroad, bonus, bank, ap, free, first, hand: { ap, mp, road: !!road, due: !!due, begun: mp > 0 || !!road } };
}
function edges(own, spot, setting) { // from [hex, bank]: [hex, bank, cost in halves (-1: all AP), by road]
  const signs = setting && own.first ? own.first : D.ways[own.ways]?.[spot[0]]?.[spot[1]] || '', out = [];
  for (let i = 0; i < signs.length; i += 4) {
    out.push([step(spot[0], +signs[i]), +signs[i + 1], signs[i + 2] === 'z' ? -1 : parseInt(signs[i + 2], 36), signs[i + 3] === '1']);
  }
  return out;
}
function pay(hand, cost, byRoad, own) { // the hand after a step, null where it does not reach
  if (!hand.begun) hand = { ...START, ap: hand.ap, begun: true };
  if (cost < 0) return hand.ap ? { ...hand, ap: 0, mp: 0, due: false } : null;
  if (hand.mp === 0 && cost > 0 && hand.due && hand.road && byRoad && own.bonus) return { ...hand, due: false };
  let { ap, mp, road, due } = hand;
  while (mp < cost) {
    if (!ap) return null;
    ap -= 1; mp += own.halves; road = true; due = own.bonus;
  }
  return { ap, mp: mp - cost, road: road && byRoad, due, begun: true };
}
const worth = hand => hand.ap * 100 + hand.mp;
function reach(own, spot, hand, start) { // hex -> {hand, path, bank}; start: the hex the unit stands in before anything
  const best = new Map(), out = new Map(), todo = [[spot, hand, []]];
  while (todo.length) {
    todo.sort((a, b) => worth(b[1]) - worth(a[1]));
    const [here, has, path] = todo.shift();
    if (path.length && stops.has(here[0])) continue;
    for (const [hex, bank, cost, byRoad] of edges(own, here, start && !path.length)) {
      if (!at(hex) || (!own.abroad && !ours.has(hex))) continue;
      const paid = pay(has, cost, byRoad, own);
      if (!paid) continue;
      const key = `${hex}/${bank}/${paid.road && paid.due}`;
      if (best.has(key) && best.get(key) >= worth(paid)) continue;
      best.set(key, worth(paid));
      const way = [...path, hex];
      todo.push([[hex, bank], paid, way]);
      if (!out.has(hex) || worth(out.get(hex).hand) < worth(paid)) out.set(hex, { hand: paid, path: way, bank });
    }
  }
  return out;
}
const hexesIn = text => (text.match(/\b\d\d\.\d\d\b/g) || []).concat(
  Object.keys(folded).filter(name => text.toLowerCase().includes(name)).slice(0, 1).map(name => folded[name]));
const offered = (call, text, spot) => {
  const list = D.can[call] || [], bare = line => line.replace(/\d\d\.\d\d,? ?/g, '').trim();
  return list.find(([line]) => line === text && spot[0] === units.get(call).hex) || list.find(([line]) => bare(line) === bare(text));
};
const ahead = text => /^\D*((?:\d\d\.\d\d[ ,]*)*)(.*)$/.exec(text); // the hexes of a way, and what is said behind them
const byRoad = (own, from, to) => [0, 1, 2].some(bank => edges(own, [from, bank]).some(edge => edge[0] === to && edge[3]));
// One unit's acts, one after another: where it comes to stand, what it has left, what is drawn of it.
function follow(call, acts, from, ways) {
  const own = pace(call), me = units.get(call);
  const trip = { spot: from?.spot || [me.hex, own?.bank || 0], hand: from?.hand || own?.hand || { ...START, ap: me.ap }, sure: true, note: '', op: 0 };
  const first = trip.hand.ap, walked = [trip.spot[0]];
  for (const act of acts) {
    const [, way, rest] = act.verb?.walks ? ahead(act.text) : ['', act.text, ''], named_ = hexesIn(way);
    const said_ = named_.length ? named_ : hexesIn(act.text), names = act.verb?.walks && !said_.length && trip.asked ? [trip.asked] : said_;
    if (act.verb?.asks) trip.asked = names.at(-1);
    if (act.verb?.walks && !names.length) { trip.note = _('{call}: no hex is named, and none was asked about', { call }); trip.sure = false; trip.lacks = true; continue; }
    const told = rest && names.length && trip.spot[0] === me.hex && (D.can[call] || []).find(([line]) => line === act.text);
    if (told) { // as WHAT CAN has it, to the last word
      trip.hand = { ...trip.hand, ap: Math.max(0, trip.hand.ap - (told[1] ?? trip.hand.ap)) };
      trip.spot = [names.at(-1), 0]; walked.push(names.at(-1));
      continue;
    }
    if (/\d\d\.\d\d/.test(rest)) trip.sure = false;
    if (act.verb?.walks && own) {
      if (!walk(trip, own, names, walked)) { trip.note = _('{call}: {hex} is out of reach', { call, hex: trip.lost }); trip.sure = false; break; }
      continue;
    }
    const found = offered(call, act.text, trip.spot);
    trip.op += found?.[2] || 0;
    if (found && found[1] != null) trip.hand = { ...START, ap: Math.max(0, trip.hand.ap - found[1]) };
    else trip.sure = false;
    if (act.verb?.aims && names.length) ways.push({ path: [trip.spot[0], ...names], kind: act.verb.aims });
  }
  if (walked.length > 1) ways.push({ path: walked, kind: 'way', unit: call });
  trip.blind = walked.slice(1).filter((hex, i) => !ours.has(hex) && !looked.has(hex) && byRoad(own, walked[i], hex));
  return { ...trip, ap: first - trip.hand.ap };
}
function walk(trip, own, goals, walked) {
  for (const goal of goals) {
    const start = walked.length === 1 && trip.spot[0] === walked[0] && !trip.hand.begun;
    const next = edges(own, trip.spot, start).find(edge => edge[0] === goal);
    const paid = next && pay(trip.hand, next[2], next[3], own);
    const found = next ? paid && { hand: paid, path: [goal], bank: next[1] } : reach(own, trip.spot, trip.hand, start).get(goal);
    if (!found) { trip.lost = goal; return false; }
    trip.hand = found.hand; trip.spot = [goal, found.bank]; walked.push(...found.path);
  }
  return true;
}
// All lines, one after another: units, OP, AP, ways; pos: where each unit stands after them.
function look(lines) {
  const pos = new Map(), res = [];
  let op = 0, plus = false;
  for (const text of lines) {
    const { calls, acts, whole } = read(text), line = { units: calls, op: 0, ap: null, ways: [], note: '', blind: '', sure: true };
    for (const call of calls) {
      const done = follow(call, acts, pos.get(call), line.ways);
      line.op += done.op + (acts.every(act => act.verb?.free) || D.speed[call]?.[6] ? 0 : 1);
      line.ap = Math.max(line.ap ?? 0, done.ap); line.sure &&= done.sure; line.note ||= done.note; line.lacks ||= done.lacks;
      if (done.blind.length) line.blind = _('by road into {hexes}, where nobody has looked', { hexes: done.blind.join(', ') });
      pos.set(call, { spot: done.spot, hand: null });
    }
    if (whole?.each) {
      const names = hexesIn(text);
      plus = true; line.note = _('an OP for each unit that acts');
      if (whole.aims && names.length > 1) line.ways.push({ path: [names[1], names[0]], kind: whole.aims });
    }
    op += line.op; res.push(line);
  }
  return { res, op, plus, pos };
}
