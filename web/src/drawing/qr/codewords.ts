import { errorCorrection } from './reed-solomon.ts';

/** At the level M, where 15 % may be unreadable, for the versions 1 to 20: bytes of correction in each block, and how many blocks. */
const CORRECTION_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
export const VERSION_MAX = BLOCKS.length;

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** How many bytes of either kind a code of this version holds. */
export function capacity(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
  }
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function layout(version: number) {
  const blocks = BLOCKS[version - 1] ?? 1;
  const correction = CORRECTION_BYTES[version - 1] ?? 0;
  return { blocks, correction, data: capacity(version) - blocks * correction };
}

/** The smallest version that holds so many bytes; null when none does. */
export function versionFor(bytes: number): number | null {
  for (let version = 1; version <= VERSION_MAX; version += 1) {
    if (4 + countBits(version) + 8 * bytes <= 8 * layout(version).data) return version;
  }
  return null;
}

function countBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** The bytes of a code in the order in which they are drawn: the text, what fills the rest, and the correction, block by block. */
export function codewords(text: Uint8Array, version: number): readonly number[] {
  const { blocks, correction, data } = layout(version);
  const bytes = dataBytes(text, version, data);
  const short = Math.floor(data / blocks);
  const shortBlocks = blocks - (data % blocks);
  let at = 0;
  const dataBlocks = Array.from({ length: blocks }, (_, place) => {
    const block = bytes.slice(at, at + short + (place < shortBlocks ? 0 : 1));
    at += block.length;
    return block;
  });
  return [
    ...interleaved(dataBlocks),
    ...interleaved(dataBlocks.map((block) => errorCorrection(block, correction))),
  ];
}

function dataBytes(text: Uint8Array, version: number, length: number): readonly number[] {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  write(BYTE_MODE, 4);
  write(text.length, countBits(version));
  for (const byte of text) write(byte, 8);
  write(0, Math.min(4, 8 * length - bits.length));
  write(0, -bits.length & 7);
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    bytes.push(bits.slice(at, at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  for (let place = 0; bytes.length < length; place += 1) bytes.push(PADDING[place % 2] ?? 0);
  return bytes;
}

/** The first of each block, then the second of each, and so on. */
function interleaved(blocks: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    blocks.flatMap((block) => (place < block.length ? [block[place] ?? 0] : [])),
  ).flat();
}
