// What build.mjs packs into the page: each part is the text of an element of its own, in base 85
// of gzip, or of LZMA for the module. Nothing is fetched: a page opened from disk cannot fetch.

import { bytesOfText } from './base85';

type PackedName = 'style' | 'page' | 'worker' | 'example' | 'about';

// Returns the module as it is packed; its Worker unpacks it.
export function packedModule(): Uint8Array<ArrayBuffer> {
  return bytesOf('module');
}

function bytesOf(name: PackedName | 'module'): Uint8Array<ArrayBuffer> {
  return bytesOfText(document.getElementById(`packed-${name}`)?.textContent ?? '');
}

// Returns the bytes of a part.
export async function packed(name: PackedName): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new Blob([bytesOf(name)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

// Returns a part that is text.
export async function packedText(name: PackedName): Promise<string> {
  return new TextDecoder().decode(await packed(name));
}

// Returns the example log, as if it had been chosen from disk.
export async function exampleLog(): Promise<File> {
  return new File([await packed('example')], 'example.perfrec');
}

// A program or library that is part of this file.
export interface AboutPart {
  name: string;
  version: string;
  licence: string; // its SPDX identifier
  text: string; // the licence and the notices, as its makers wrote them
}

// Returns all parts of this file, OpenPerflib first.
export async function aboutParts(): Promise<AboutPart[]> {
  return JSON.parse(await packedText('about')) as AboutPart[];
}
