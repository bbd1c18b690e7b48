// Windows' code pages by TextDecoder, with the same results as iconv on Linux: bytes that a code page
// does not have are an error and not a control character. Browsers have the ANSI pages of Windows,
// those of East Asia and a few others, and none of EBCDIC or of DOS but 866.

// Decodes bytes of which some are above 0x7F. Throws or returns null if they are not valid.
type Decode = (bytes: Uint8Array) => string | null;

function byLabel(label: string): Decode {
  return (bytes) => new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes.slice());
}

// Bytes that a page of Windows lacks are control characters to a browser.
const highControl = /[\u0080-\u009f]/;
function windows(number: number): [number, Decode] {
  const decode = byLabel(`windows-${number}`);
  return [
    number,
    (bytes) => {
      const text = decode(bytes);
      return text === null || highControl.test(text) ? null : text;
    },
  ];
}

// Node 18 to 22 decodes 1252 as if it were ISO 8859-1.
const high1252 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
function decode1252(bytes: Uint8Array): string | null {
  const text = Array.from(bytes, (byte) => (byte >= 0x80 && byte < 0xa0 ? high1252.charAt(byte - 0x80) : String.fromCharCode(byte)));
  return text.some((letter, i) => letter === '\0' && bytes[i] !== 0) ? null : text.join('');
}

// In browsers the labels of ISO 8859-1 and -9 mean the pages of Windows, which differ below 0xA0.
function decodeLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
function decodeLatin5(bytes: Uint8Array): string {
  const decoder = new TextDecoder('windows-1254');
  return Array.from(bytes, (byte) => (byte < 0xa0 ? String.fromCharCode(byte) : decoder.decode(Uint8Array.of(byte)))).join('');
}

const pages = new Map<number, Decode>([
  ...[874, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].map(windows),
  [866, byLabel('ibm866')],
  [932, byLabel('shift_jis')],
  [936, byLabel('gbk')],
  [949, byLabel('euc-kr')],
  [950, byLabel('big5')],
  [1252, decode1252],
  [10000, byLabel('macintosh')],
  [10007, byLabel('x-mac-cyrillic')],
  [20127, () => null],  // ASCII
  [20866, byLabel('koi8-r')],
  [20932, byLabel('euc-jp')],
  [20936, byLabel('gbk')],
  [21866, byLabel('koi8-u')],
  [28591, decodeLatin1],
  ...[2, 3, 4, 5, 6, 7, 8, 13, 15, 16].map((part): [number, Decode] => [28590 + part, byLabel(`iso-8859-${part}`)]),
  [28599, decodeLatin5],
  [38598, byLabel('iso-8859-8')],
  [51932, byLabel('euc-jp')],
  [51936, byLabel('gbk')],
  [51949, byLabel('euc-kr')],
  [54936, byLabel('gb18030')],
  [65001, byLabel('utf-8')],
]);

export function hasCodePage(number: number): boolean {
  return pages.has(number);
}

// The text in UTF-8; null: the bytes are not valid in the code page, or it is not known.
export function decodeCodePage(number: number, bytes: Uint8Array): Uint8Array | null {
  const decode = pages.get(number);
  if (decode === undefined) return null;
  if (bytes.every((byte) => byte < 0x80)) return bytes.slice();
  try {
    const text = decode(bytes);
    return text === null ? null : new TextEncoder().encode(text);
  } catch {
    return null;
  }
}
