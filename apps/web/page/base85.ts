// Bytes as text, five characters for four bytes: a sixteenth shorter than base64. The characters are
// those from ( on, in order, but } for <, which could end an element.

const first = 40;
const instead = 125;

// Returns the bytes that build.mjs has written as `text`.
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  const view = new DataView(new ArrayBuffer(4));
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    let value = 0;
    for (let i = at; i < at + 5; ++i) {
      const code = i < text.length ? text.charCodeAt(i) : first + 84;
      value = value * 85 + (code === instead ? 20 : code - first);
    }
    view.setUint32(0, value);
    for (let i = 0; i < 4 && to + i < bytes.length; ++i) bytes[to + i] = view.getUint8(i);
  }
  return bytes;
}
