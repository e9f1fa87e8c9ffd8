([seed, forms, known]) => {
  // Chance fills the holes of each form with values of their kind; the pad's own functions come by them and say the line.
  let state = seed * 7919 + 17;
  const below = n => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  const one = list => list[below(list.length)], some = list => [...new Set([one(list), one(list), one(list)].slice(0, 1 + below(3)))];
  const hexes = known.hexes, calls = [...PAD.units.keys()];
  const values = {
    HEX: () => one(hexes), BEARING: () => one(hexes), AXIS: () => one(hexes), PATH: () => some(hexes), CHAIN: () => some(hexes),
    COURSE: () => some(hexes),
    N: () => String(1 + below(9)), COUNT: () => String(1 + below(9)), LINE: () => String(1 + below(9)), LINES: () => one(['2', '1, 3', '2-4']),
    TURN: () => String(1 + below(6)), UNIT: () => one(calls), CALL: () => one(calls), UNITS: () => some(calls),
    FORMATION: () => one(known.formations), LETTER: () => `A-${1 + below(9)}`, WORD: () => one(['swift', 'arnhem']),
    SEAT: () => one(known.seats), SHARE: () => `${known.formations[0]} 5`, CLOCK: () => one(['20:00', '07:30']), MOMENT: () => '2026-12-01 20:00',
    PART: () => 'T1.2', RULE: () => 'TOCS-3.9-1', DIRECTION: () => one(['N', 'NE', 'SE', 'S', 'SW', 'NW']),
    COMPASS: () => one(['N', 'E', 'SW']), CONDITION: () => 'turn 4', TARGET: () => one(['foot-1', 'gun-1']), SHEET: () => one(['US-1', 'US-2']), TOPIC: () => one(['start', 'supply']), TEXT: () => one(['Europe/London', 'nora@a.example']),
  };
  const plain = PAD.verbs.filter(verb => verb.place === 'unit' && !verb.nests);
  const choose = (tree, v, p) => { // options and choices first, since they say which slots there are
    if (typeof tree === 'string') return;
    if (Array.isArray(tree)) tree.forEach((part, i) => choose(part, v, `${p}.${i}`));
    else if (tree.o) { if (!tree.o.s) { v[p] = below(2) === 1; choose(tree.o, v, `${p}o`); } }
    else if (tree.c) { v[p] = below(tree.c.length); choose(tree.c[v[p]], v, `${p}:${v[p]}`); }
  };
  const act = (verb, f) => {
    const made = PAD.fresh(verb), form = verb.form[f];
    made.f = f;
    choose(form, made.v, '');
    PAD.eachSlot(form, made.v, '', (slot, p, option) => {
      if (option && below(2)) return;
      if (slot.k === 'ACT') made.v[p] = act(one(plain), 0);
      else if (slot.k === 'SCRIPT') made.v[p] = [act(one(plain), 0)];
      else made.v[p] = slot.m && !Array.isArray(values[slot.k]()) ? [values[slot.k]()] : values[slot.k]();
    });
    return made;
  };
  return PAD.verbs.flatMap(verb => verb.form.flatMap((_form, f) => [...Array(forms)].map(() => {
    const units = verb.place === 'unit' ? some(calls) : verb.place === 'script' ? [one(calls)] : [];
    const list = verb.place === 'script' && typeof verb.form[f] !== 'string' ? [act(verb, f), act(one(plain), 0)] : [act(verb, f)];
    return { verb: verb.name, place: verb.place, text: PAD.sayLine({ units, list }) };
  })));
}
