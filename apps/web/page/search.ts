// The search for counters: all words, in any order, in object, counter, instance and help.
//
// Each name is searched once, not once a series: a log has thousands of series, but only hundreds
// of names. Words that nothing contains are searched for with a mistake or with letters left out.
import type { CounterFacts, ObjectFacts, Source } from './state';

// A part of a text that matched, as [begin, end).
type Mark = readonly [number, number];

export interface Found {
  readonly source: Source;
  readonly object: ObjectFacts;
  readonly counter: CounterFacts;
  readonly instance: string | null;
}

export interface SearchResult {
  readonly found: readonly Found[]; // the best first, at most as many as asked for
  readonly count: number; // of all
  readonly words: readonly string[];
  readonly fuzzy: readonly string[]; // words that no name contains
}

// A series without values comes after those of its rank.
const noValues = 500;
// The total comes first among equal matches.
const totalBonus = 0.25;
// A match in the counter is what most people mean.
const counterBonus = 0.5;
// How well a word matches; the best match of a series counts.
const rank = { start: 5, prefix: 4, inside: 3, help: 2, fuzzy: 1, none: 0 } as const;

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/[\s\\()]+/u).filter((word) => word.length > 0);
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}

// Returns where `word` is in `text` (both in lower case), at the start of a word if it is at one; -1:
// it is not in the text.
function placeIn(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1])) return at;
  }
  return first;
}

function rankIn(text: string, word: string): number {
  const at = placeIn(text, word);
  if (at < 0) return rank.none;
  if (at === 0) return rank.start;
  return isLetter(text[at - 1]) ? rank.inside : rank.prefix;
}

// Returns a part of `text`, not much longer than `word`, that has all letters of `word` in their order;
// null: there is none.
function fuzzyPlace(text: string, word: string): Mark | null {
  for (let begin = text.indexOf(word[0] ?? ''); begin >= 0; begin = text.indexOf(word[0] ?? '', begin + 1)) {
    if (isLetter(text[begin - 1])) continue;
    let at = begin;
    let next = 1;
    const last = Math.min(text.length, begin + 3 * word.length);
    while (next < word.length && ++at < last) {
      if (text[at] === word[next]) ++next;
    }
    if (next === word.length) return [begin, at + 1];
  }
  return null;
}

// Returns whether two words are equal but for one letter, which is wrong, missing, too many, or swapped
// with the next.
function isNearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let begin = 0;
  while (begin < a.length && a[begin] === b[begin]) ++begin;
  let endA = a.length;
  let endB = b.length;
  while (endA > begin && endB > begin && a[endA - 1] === b[endB - 1]) {
    --endA;
    --endB;
  }
  const restA = a.slice(begin, endA);
  const restB = b.slice(begin, endB);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

function fuzzyMark(text: string, word: string): Mark | null {
  if (word.length < 3) return null;
  if (word.length >= 4) {
    for (const part of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const begin = part.index;
      if (isNearly(part[0], word)) return [begin, begin + part[0].length];
    }
  }
  return fuzzyPlace(text, word);
}

// The texts of one name, in lower case. Equal names of several objects are one Name: a word is
// compared with each of them once.
interface Name {
  readonly id: number; // from 0
  readonly texts: readonly string[];
  readonly help: string;
}

interface IndexedObject {
  readonly object: ObjectFacts;
  readonly name: Name;
  readonly counters: readonly Name[];
  readonly instances: readonly Name[];
}

// The names of all open logs. It is made once when a log is opened.
interface SearchIndex {
  readonly names: readonly Name[];
  readonly sources: readonly { readonly source: Source; readonly objects: readonly IndexedObject[] }[];
}

class NameTable {
  readonly names: Name[] = [];
  private readonly known = new Map<string, Name>();

  nameOf(name: string, localName: string | null, help: string | null): Name {
    const texts = localName === null ? [name.toLowerCase()] : [name.toLowerCase(), localName.toLowerCase()];
    const key = [...texts, help ?? ''].join('\n');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const added = { id: this.names.length, texts, help: (help ?? '').toLowerCase() };
    this.names.push(added);
    this.known.set(key, added);
    return added;
  }
}

export function indexOf(sources: readonly Source[]): SearchIndex {
  const table = new NameTable();
  const indexed = (object: ObjectFacts): IndexedObject => ({
    object,
    name: table.nameOf(object.name, object.localName, object.help),
    counters: object.counters.map((counter) => table.nameOf(counter.name, counter.localName, counter.help)),
    instances: object.instances.map((instance) => table.nameOf(instance, null, null)),
  });
  const list = sources.map((source) => ({ source, objects: source.objects.map(indexed) }));
  return { names: table.names, sources: list };
}

function rankOfName(name: Name, word: string, fuzzy: boolean): number {
  let best: number = rank.none;
  for (const text of name.texts) best = Math.max(best, rankIn(text, word));
  if (best === rank.none && name.help.length > 0 && name.help.includes(word)) best = rank.help;
  if (best === rank.none && fuzzy && name.texts.some((text) => fuzzyMark(text, word) !== null)) best = rank.fuzzy;
  return best;
}

// Returns how well one word matches each name, by its id.
function ranksOf(names: readonly Name[], word: string, fuzzy: boolean): Uint8Array {
  return Uint8Array.from(names, (name) => rankOfName(name, word, fuzzy));
}

// Returns how well a series matches; 0: a word does not. The worst word decides, then the sum: a series
// that matches all words by their beginning comes before one that has one of them only in its help.
function scoreOf(ranks: readonly Uint8Array[], object: Name, counter: Name, instance: Name | null): number {
  let least = Infinity;
  let sum = 0;
  for (const one of ranks) {
    const ofCounter = one[counter.id] ?? 0;
    const ofInstance = instance === null ? 0 : (one[instance.id] ?? 0);
    const best = Math.max(one[object.id] ?? 0, ofCounter, ofInstance);
    if (best === rank.none) return 0;
    if (best < least) least = best;
    sum += ofCounter === best ? best + counterBonus : best;
  }
  return least * 1000 + sum;
}

// The first places of each score, in the order of the log: no more are shown, whatever was found.
class Best {
  private readonly byScore = new Map<number, Found[]>();
  count = 0;

  constructor(private readonly most: number) {}

  // Counts a place; returns the list that it belongs to if that has room.
  listFor(score: number): Found[] | null {
    ++this.count;
    let list = this.byScore.get(score);
    if (list === undefined) {
      list = [];
      this.byScore.set(score, list);
    }
    return list.length < this.most ? list : null;
  }

  first(): Found[] {
    const scores = [...this.byScore.keys()].sort((a, b) => b - a);
    return scores.flatMap((score) => this.byScore.get(score) ?? []).slice(0, this.most);
  }
}

// Finds the series that match all words; without words none.
export function search(index: SearchIndex, query: string, most: number): SearchResult {
  const words = wordsOf(query);
  const fuzzy: string[] = [];
  if (words.length === 0) return { found: [], count: 0, words, fuzzy };
  const ranks = words.map((word) => {
    const exact = ranksOf(index.names, word, false);
    if (exact.some((one) => one > rank.none)) return exact;
    fuzzy.push(word);
    return ranksOf(index.names, word, true);
  });
  const best = new Best(most);
  for (const { source, objects } of index.sources) {
    for (const one of objects) addFound(best, source, one, ranks);
  }
  return { found: best.first(), count: best.count, words, fuzzy };
}

function addFound(best: Best, source: Source, one: IndexedObject, ranks: readonly Uint8Array[]): void {
  const { object } = one;
  const add = (counter: CounterFacts, counterName: Name, instance: string | null, instanceName: Name | null): void => {
    const score = scoreOf(ranks, one.name, counterName, instanceName);
    if (score === 0) return;
    const known = counter.reason === null ? score : score - noValues;
    best.listFor(instance === '_Total' ? known + totalBonus : known)?.push({ source, object, counter, instance });
  };
  object.counters.forEach((counter, at) => {
    const counterName = one.counters[at];
    if (counterName === undefined) return;
    if (!object.hasInstances) return add(counter, counterName, null, null);
    object.instances.forEach((instance, place) => add(counter, counterName, instance, one.instances[place] ?? null));
  });
}

// Returns the parts of a text that the words of a query match, in order and without overlap.
export function marksIn(text: string, result: Pick<SearchResult, 'words' | 'fuzzy'>): Mark[] {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return []; // some letters change their length: no part is known
  const marks: Mark[] = [];
  for (const word of result.words) {
    const at = placeIn(lower, word);
    const mark = at >= 0 ? ([at, at + word.length] as const) : result.fuzzy.includes(word) ? fuzzyMark(lower, word) : null;
    if (mark !== null) marks.push(mark);
  }
  marks.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [begin, end] of marks) {
    const last = merged[merged.length - 1];
    if (last !== undefined && begin <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}

// Returns names near to what was not found: those of objects and counters of which a word begins as
// one of the query does.
export function nearNames(index: SearchIndex, query: string, most: number): string[] {
  const words = wordsOf(query);
  const names = new Map<string, number>();
  for (const { objects } of index.sources) {
    for (const one of objects) {
      addNear(names, one.object.name, one.name, words);
      one.object.counters.forEach((counter, at) => addNear(names, counter.name, one.counters[at], words));
    }
  }
  const near = Array.from(names).sort((a, b) => b[1] - a[1]);
  return near.slice(0, most).map(([name]) => name);
}

function addNear(names: Map<string, number>, name: string, texts: Name | undefined, words: readonly string[]): void {
  const score = texts === undefined || names.has(name) ? 0 : nearness(texts.texts, words);
  if (score > 0) names.set(name, score);
}

function nearness(texts: readonly string[], words: readonly string[]): number {
  let best = 0;
  for (const text of texts) {
    for (const part of text.split(/[^\p{L}\p{N}]+/u)) {
      for (const word of words) best = Math.max(best, commonStart(part, word));
    }
  }
  return best;
}

function commonStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) ++same;
  return same >= 3 ? same / Math.max(a.length, b.length) : 0;
}
