import { expect, test } from 'vitest';
import { qrModules } from './qr-code.tsx';

test('a text is drawn at level M without a margin', () => {
  const drawn = qrModules('otpauth')?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));
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

test.each([
  ['x', 14, 21],
  ['x', 15, 25],
  ['x', 666, 97],
  ['é', 333, 97],
])('%s, %d times, takes %d modules on each side', (character, times, side) => {
  expect(qrModules(character.repeat(times))).toHaveLength(side);
});

test('a text longer than 666 bytes has no code', () => {
  expect(qrModules('x'.repeat(667))).toBeNull();
  expect(qrModules('é'.repeat(334))).toBeNull();
});
