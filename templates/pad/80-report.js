// The empty pad: a saved report (.eml) is taken apart here in the page, and goes nowhere.
const binary = text => Uint8Array.from(text, sign => sign.charCodeAt(0) & 255);
function decoded(part) {
  const how = (part.head['content-transfer-encoding'] || '').toLowerCase();
  let bytes = binary(part.body);
  if (how === 'base64') bytes = binary(atob(part.body.replace(/[^A-Za-z0-9+/=]/g, '')));
  if (how === 'quoted-printable') bytes = binary(part.body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (all, code) => String.fromCharCode(parseInt(code, 16))));
  return new TextDecoder('utf-8').decode(bytes);
}
function partsOf(raw) { // every part of a letter that holds no others
  const cut = /\r?\n\r?\n/.exec(raw), head = {};
  const top = (cut ? raw.slice(0, cut.index) : raw).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of top.split(/\r?\n/)) { const found = /^([\w-]+):\s*(.*)$/.exec(line); if (found) head[found[1].toLowerCase()] ??= found[2]; }
  const body = cut ? raw.slice(cut.index + cut[0].length) : '', edge = /boundary="?([^";]+)"?/i.exec(head['content-type'] || '')?.[1];
  if (!edge) return [{ head, body }];
  const inside = `\n${body}`.split(`\n--${edge}`).slice(1).filter(part => !part.startsWith('--'));
  return [{ head, body: '' }, ...inside.flatMap(part => partsOf(part.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, '')))];
}
const isNamed = (part, name) => new RegExp(`name="?[^";]*${name}"?`, 'i').test(`${part.head['content-disposition']} ${part.head['content-type']}`);
// What a report has for a pad: all of the pad that it brings, else its picture and its form. Errors: it is no such letter.
async function fromLetter(raw, empty) {
  const parts = partsOf(raw), page = parts.find(part => isNamed(part, 'pad[^";]*\\.html'));
  if (page) {
    const sent = new DOMParser().parseFromString(decoded(page), 'text/html'), text = id => sent.querySelector(id)?.textContent;
    const data = JSON.parse(text('#data') || await inflate(text('#data-z')));
    return { data, picture: JSON.parse(text('#picture')), ground: text('#ground-z') };
  }
  const file = parts.find(part => isNamed(part, 'picture\\.json')), said_ = parts.find(part => /^text\/plain/i.test(part.head['content-type'] || ''));
  const form = said_ && /^[> ]*(BEGIN ORDERS [^\r\n]+)([^]*?)END ORDERS/m.exec(decoded(said_)), fence = form?.[1].trim();
  const closing = /^[> ]*# *([a-z ]+?)\s*$/m.exec(form?.[2] || '')?.[1] || '';
  if (!file || !fence) throw new Error(_('This is no report of a referee’s, or it came without its attachments.'));
  const to = /[^<\s]+@[^>\s]+/.exec(parts[0].head['reply-to'] || '')?.[0] || '', subject = parts[0].head.subject || '';
  return { data: { ...empty, closing, reply: { to, subject: /^=\?/.test(subject) ? 'Re: orders' : `Re: ${subject}`, fence } }, picture: JSON.parse(decoded(file)) };
}
function opener(empty) {
  document.body.classList.add('shut');
  $('#opener').hidden = false;
  $('#file').onchange = async event => {
    try {
      const bytes = new Uint8Array(await event.target.files[0].arrayBuffer());
      let raw = '';
      for (let i = 0; i < bytes.length; i += 8192) raw += String.fromCharCode(...bytes.subarray(i, i + 8192));
      const found = await fromLetter(raw, empty);
      if (found.ground) $('#ground-z').textContent = found.ground;
      open(found.data, { ...PLAIN, ...found.picture });
    } catch (trouble) { $('#trouble').textContent = trouble.message; }
  };
}
