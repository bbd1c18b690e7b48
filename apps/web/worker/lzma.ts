// Unpacks the module, which is packed as LZMA: a fifth smaller than gzip, which browsers could unpack
// themselves, and that is what lets the page be below 1 MB. Some 0.1 s for 2 MB.
//
// Source: the specification of LZMA by Igor Pavlov (DOC/lzma-specification.txt of the LZMA SDK).

const headerSize = 13;

// Throws if the bytes are not a file of LZMA that tells its size.
export function unpackLzma(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const size = Number(view.getBigUint64(5, true));
  const decoder = new Decoder(packed.subarray(headerSize), view.getUint8(0), new Uint8Array(size));
  return decoder.decode();
}

function probabilities(count: number): Uint16Array {
  return new Uint16Array(count).fill(1024);
}

// The lengths of matches: short ones depend on the position.
class Lengths {
  private readonly choice = probabilities(2);
  private readonly low = probabilities(16 << 3);
  private readonly middle = probabilities(16 << 3);
  private readonly high = probabilities(256);

  decode(bits: Bits, position: number): number {
    if (bits.next(this.choice, 0) === 0) return bits.tree(this.low, position << 3, 3);
    if (bits.next(this.choice, 1) === 0) return 8 + bits.tree(this.middle, position << 3, 3);
    return 16 + bits.tree(this.high, 0, 8);
  }
}

// Bits whose probabilities adapt.
class Bits {
  private range = 0xffff_ffff;
  private code = 0;
  private at = 1;  // the first byte is 0

  constructor(private readonly bytes: Uint8Array) {
    for (let i = 0; i < 4; ++i) this.code = ((this.code << 8) | this.byte()) >>> 0;
  }

  next(table: Uint16Array, index: number): number {
    const probability = table[index] as number;
    const bound = (this.range >>> 11) * probability;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      table[index] = probability + ((2048 - probability) >>> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      table[index] = probability - (probability >>> 5);
      bit = 1;
    }
    this.fill();
    return bit;
  }

  // Bits that are as likely 0 as 1, the highest first.
  even(count: number): number {
    let value = 0;
    for (let i = 0; i < count; ++i) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit === 1) this.code -= this.range;
      value = (value << 1) | bit;
      this.fill();
    }
    return value;
  }

  tree(table: Uint16Array, begin: number, count: number): number {
    let node = 1;
    for (let i = 0; i < count; ++i) node = (node << 1) | this.next(table, begin + node);
    return node - (1 << count);
  }

  // The same with the lowest bit first.
  reversed(table: Uint16Array, begin: number, count: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < count; ++i) {
      const bit = this.next(table, begin + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  private fill(): void {
    if (this.range >= 0x100_0000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.byte()) >>> 0;
  }

  private byte(): number {
    return this.bytes[this.at++] ?? 0;
  }
}

class Decoder {
  private readonly bits: Bits;
  private readonly literalContext: number;
  private readonly positionMask: number;
  private readonly literalMask: number;
  private readonly literals: Uint16Array;
  private readonly isMatch = probabilities(12 << 4);
  private readonly isRepeated = probabilities(12);
  private readonly isOlder = [probabilities(12), probabilities(12), probabilities(12)] as const;
  private readonly isLong = probabilities(12 << 4);
  private readonly slots = probabilities(4 << 6);
  private readonly distances = probabilities(128);
  private readonly aligned = probabilities(16);
  private readonly lengths = new Lengths();
  private readonly repeatedLengths = new Lengths();
  // The last four distances, less 1, the newest first.
  private recent = [0, 0, 0, 0];
  private state = 0;
  private at = 0;

  constructor(
    bytes: Uint8Array,
    properties: number,
    private readonly out: Uint8Array<ArrayBuffer>,
  ) {
    this.bits = new Bits(bytes);
    this.literalContext = properties % 9;
    const positions = Math.floor(properties / 9);
    this.literalMask = (1 << positions % 5) - 1;
    this.positionMask = (1 << Math.floor(positions / 5)) - 1;
    this.literals = probabilities(0x300 << (this.literalContext + (positions % 5)));
  }

  decode(): Uint8Array<ArrayBuffer> {
    while (this.at < this.out.length) {
      const position = this.at & this.positionMask;
      if (this.bits.next(this.isMatch, (this.state << 4) + position) === 0) {
        this.literal();
      } else if (this.bits.next(this.isRepeated, this.state) === 0) {
        this.match(position);
      } else {
        this.repetition(position);
      }
    }
    return this.out;
  }

  private literal(): void {
    const before = this.at === 0 ? 0 : (this.out[this.at - 1] as number);
    const context = ((this.at & this.literalMask) << this.literalContext) + (before >>> (8 - this.literalContext));
    const begin = 0x300 * context;
    let symbol = 1;
    if (this.state >= 7) {
      let expected = this.past(this.recent[0] as number);
      while (symbol < 0x100) {
        const likely = (expected >>> 7) & 1;
        expected <<= 1;
        const bit = this.bits.next(this.literals, begin + ((1 + likely) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== likely) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bits.next(this.literals, begin + symbol);
    this.out[this.at++] = symbol;
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  private match(position: number): void {
    const length = this.lengths.decode(this.bits, position);
    this.state = this.state < 7 ? 7 : 10;
    this.recent = [this.distance(length), ...this.recent.slice(0, 3)];
    this.copy(length + 2);
  }

  private repetition(position: number): void {
    if (this.bits.next(this.isOlder[0], this.state) === 0) {
      if (this.bits.next(this.isLong, (this.state << 4) + position) === 0) {
        this.state = this.state < 7 ? 9 : 11;
        return this.copy(1);
      }
    } else {
      this.useOlder(this.bits.next(this.isOlder[1], this.state) === 0 ? 1 : 2 + this.bits.next(this.isOlder[2], this.state));
    }
    const length = this.repeatedLengths.decode(this.bits, position);
    this.state = this.state < 7 ? 8 : 11;
    this.copy(length + 2);
  }

  private useOlder(index: number): void {
    const [distance] = this.recent.splice(index, 1);
    this.recent.unshift(distance as number);
  }

  private distance(length: number): number {
    const slot = this.bits.tree(this.slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >>> 1) - 1;
    const high = ((2 | (slot & 1)) << count) >>> 0;
    if (slot < 14) return high + this.bits.reversed(this.distances, high - slot, count);
    return high + ((this.bits.even(count - 4) << 4) >>> 0) + this.bits.reversed(this.aligned, 0, 4);
  }

  private past(distance: number): number {
    const byte = this.out[this.at - distance - 1];
    if (byte === undefined) throw new RangeError('the packed module is damaged');
    return byte;
  }

  private copy(length: number): void {
    const distance = this.recent[0] as number;
    const end = Math.min(this.at + length, this.out.length);
    while (this.at < end) {
      const byte = this.past(distance);
      this.out[this.at++] = byte;
    }
  }
}
