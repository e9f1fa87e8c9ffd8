(() => { // the last file closes it
'use strict';
// What everything below stands on: the page, texts, nodes. Nothing is ever made of text but text.
const $ = q => document.querySelector(q), NS = 'http://www.w3.org/2000/svg', T0 = performance.now();
const json = id => JSON.parse($(id)?.textContent || 'null');
const said = json('#texts') || {};
// A text of the page in the language spoken, which lies beside the script under its number; {name} is filled in.
const _ = (text, fill = {}) => (said[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => fill[name] ?? all);
const dress = (node, at, kids) => {
  for (const [name, value] of Object.entries(at)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...kids.filter(kid => kid != null && kid !== false && kid !== ''));
  return node;
};
const el = (tag, at = {}, ...kids) => dress(document.createElement(tag), at, kids);
const sv = (tag, at = {}, ...kids) => dress(document.createElementNS(NS, tag), at, kids);
const chips = (...kids) => el('div', { class: 'chips' }, ...kids);
const more = (title, open, ...kids) => el('details', { open }, el('summary', {}, title), ...kids);
const speak = text => { $('#live').textContent = ''; requestAnimationFrame(() => { $('#live').textContent = text; }); };
const flatLine = text => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim();
const inflate = async text => {
  const bytes = Uint8Array.from(atob(text.trim()), sign => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
};
const HEX = /^(hex|hexes)$/, UNIT = /^(unit|units)$/;
const DIRECTIONS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'], COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const step = (hex, way) => {
  const column = +hex.slice(0, 2), row = +hex.slice(3), odd = column % 2;
  const [dc, dr] = [[0, -1], [1, odd ? -1 : 0], [1, odd ? 0 : 1], [0, 1], [-1, odd ? 0 : 1], [-1, odd ? -1 : 0]][way];
  return `${String(column + dc).padStart(2, 0)}.${String(row + dr).padStart(2, 0)}`;
};

// The pad's own data, the desk's picture, the printed map; and what is looked up in them.
let D, P, M, KEY, units, standing, hexes, ours, looked, stops, folded, verbs;
function take(data, picture) {
  D = data; P = picture; M = D.map; KEY = `pbem-pad/${P.campaign}/${P.seat || P.side}`;
  units = new Map(P.units.map(unit => [unit.call, unit])); standing = new Map();
  for (const unit of P.units) standing.set(unit.hex, [...(standing.get(unit.hex) || []), unit]);
  hexes = Object.keys(M.at); ours = new Set(P.ours); stops = new Set(D.shun); looked = new Set(P.looked.map(found => found.hex));
  folded = Object.fromEntries(Object.entries(P.places).map(([name, hex]) => [name.toLowerCase(), hex]));
  verbs = D.verbs;
}
const named = hex => M.names[hex] ? `${hex} ${M.names[hex]}` : hex;
const at = hex => M.at[hex];
const of = (...places) => verbs.filter(verb => places.includes(verb.place));
const inputOf = kind => D.slots[kind]?.input || 'text';
