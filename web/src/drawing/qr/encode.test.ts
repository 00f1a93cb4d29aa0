import { expect, test } from 'vitest';
import { versionFor } from './codewords.ts';
import { encodeQR } from './encode.ts';
import { formatBits, versionBits } from './grid.ts';
import { errorCorrection } from './reed-solomon.ts';

test('correction is what the standard’s example has', () => {
  const block = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(errorCorrection(block, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('format and version are written as in the tables of the standard', () => {
  expect(formatBits(0)).toBe(0b101010000010010);
  expect(formatBits(5)).toBe(0b100000011001110);
  expect(versionBits(7)).toBe(0b000111110010010100);
});

test.each([
  [14, 1],
  [15, 2],
  [180, 9],
  [181, 10],
  [666, 20],
  [667, null],
])('%d bytes take version %s', (bytes, version) => expect(versionFor(bytes)).toBe(version));

test('a text is drawn as readers of others read it', () => {
  const drawn = encodeQR('otpauth')?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));
  expect(drawn).toEqual([
    '#######.##..#.#######',
    '#.....#...#.#.#.....#',
    '#.###.#..#.##.#.###.#',
    '#.###.#.####..#.###.#',
    '#.###.#.###.#.#.###.#',
    '#.....#.####..#.....#',
    '#######.#.#.#.#######',
    '........#..##........',
    '#...#.###..#.#####..#',
    '.#.#.#.##.###....##..',
    '####.#######..####.#.',
    '..##.#..###..####..##',
    '.#.####.....###.##...',
    '........#...###.#.##.',
    '#######.#.#.##..##.#.',
    '#.....#....##..##..##',
    '#.###.#.#..#..##....#',
    '#.###.#..####..##.###',
    '#.###.#..#.#..#.#....',
    '#.....#..##..##.#....',
    '#######.#.#.####.#..#',
  ]);
});

test('what is too long has no code', () => expect(encodeQR('x'.repeat(667))).toBeNull());
