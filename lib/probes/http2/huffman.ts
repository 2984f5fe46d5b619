/**
 * How many bits each byte's code has, as "bits x count", and last the end of a string (RFC 7541 appendix B). The codes
 * follow from their lengths: those of one length are consecutive, in the order of the bytes.
 */
const LENGTHS =
  "13x1 23x1 28x7 24x1 30x1 28x2 30x1 28x8 30x1 28x9 6x1 10x2 12x1 13x1 6x1 8x1 11x1 10x2 8x1 11x1 8x1 6x3 5x3 6x7 7x1 8x1 15x1 6x1 12x1 10x1 13x1 6x1 7x22 8x1 7x1 8x1 13x1 19x1 13x1 14x1 6x1 15x1 5x1 6x1 5x1 6x1 5x1 6x3 5x1 7x2 6x3 5x1 6x1 7x1 6x1 5x2 6x1 7x5 15x1 11x1 14x1 13x1 28x1 20x1 22x1 20x2 22x3 23x1 22x1 23x5 24x1 23x1 24x2 22x1 23x1 24x1 23x4 21x1 22x1 23x1 22x1 23x2 24x1 22x1 21x1 20x1 22x2 23x2 21x1 23x1 22x2 24x1 21x1 22x1 23x2 21x2 22x1 21x1 23x1 22x1 23x2 20x1 22x3 23x1 22x2 23x1 26x2 20x1 19x1 22x1 23x1 22x1 25x1 26x3 27x2 26x1 24x1 25x1 19x1 21x1 26x1 27x2 26x1 27x1 24x1 21x2 26x2 28x1 27x3 20x1 24x1 20x1 21x1 22x1 21x2 23x1 22x2 25x2 24x2 26x1 23x1 26x1 27x1 26x2 27x5 28x1 27x5 26x1 30x1";
const LONGEST_BITS = 30;
const END = 256;
const PADDING_BITS_MAX = 7;

/** The codes of one length: the first code, and the bytes that it and the next ones stand for. */
interface Length {
  readonly first: number;
  readonly symbols: readonly number[];
}

const CODES = codesByLength();

function codesByLength(): Length[] {
  const all: { first: number; symbols: number[] }[] = [];
  for (let bits = 0; bits <= LONGEST_BITS; bits += 1) all.push({ first: 0, symbols: [] });
  let symbol = 0;
  for (const run of LENGTHS.split(" ")) {
    const [bits = 0, count = 0] = run.split("x").map(Number);
    for (const end = symbol + count; symbol < end; symbol += 1) all[bits]?.symbols.push(symbol);
  }
  let next = 0;
  for (const length of all) {
    next *= 2;
    length.first = next;
    next += length.symbols.length;
  }
  return all;
}

/** Returns a decoded string, with one character for each byte; null if it isn't one. */
export function unhuffed(bytes: Buffer): string | null {
  const found: number[] = [];
  let [code, bits] = [0, 0];
  for (const byte of bytes) {
    for (let at = PADDING_BITS_MAX; at >= 0; at -= 1) {
      code = code * 2 + ((byte >> at) & 1);
      bits += 1;
      const { first, symbols } = CODES[bits] ?? { first: 0, symbols: [] };
      const symbol = symbols[code - first];
      if (symbol === END || bits > LONGEST_BITS) return null;
      if (symbol === undefined) continue;
      found.push(symbol);
      [code, bits] = [0, 0];
    }
  }
  const isPadding = bits <= PADDING_BITS_MAX && code === 2 ** bits - 1;
  return isPadding ? Buffer.from(found).toString("latin1") : null;
}
