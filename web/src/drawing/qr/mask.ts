import { drawFormat, type Grid } from './grid.ts';

/** Where each mask turns a module over, so that no picture has large areas of one colour. */
export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The grid with the mask that is the easiest to read. */
export function masked(grid: Grid): Grid {
  const tries = MASKS.map((_, mask) => withMask(grid, mask));
  return tries.reduce((best, each) => (penalty(each.dark) < penalty(best.dark) ? each : best));
}

function withMask(grid: Grid, mask: number): Grid {
  const turns = MASKS[mask];
  const dark = grid.dark.map((row, y) =>
    row.map((isDark, x) => (grid.framed[y]?.[x] === true ? isDark : isDark !== (turns?.(x, y) ?? false))),
  );
  const result = { ...grid, dark };
  drawFormat(result, mask);
  return result;
}

/** What makes it hard to read: long runs, squares, what looks like a finder, more of one colour than of the other. */
function penalty(dark: readonly (readonly boolean[])[]): number {
  const columns = dark.map((_, x) => dark.map((row) => row[x] === true));
  const lines = [...dark, ...columns];
  const share = dark.flat().filter(Boolean).length / dark.length ** 2;
  return (
    lines.reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0) +
    squarePenalty(dark) +
    10 * Math.floor(Math.abs(share - 0.5) * 20)
  );
}

function runPenalty(line: readonly boolean[]): number {
  let sum = 0;
  let length = 0;
  line.forEach((isDark, place) => {
    length = place > 0 && line[place - 1] === isDark ? length + 1 : 1;
    if (length === 5) sum += 3;
    else if (length > 5) sum += 1;
  });
  return sum;
}

const LOOKS_LIKE_FINDER = /(?=10111010000|00001011101)/g;

function finderPenalty(line: readonly boolean[]): number {
  const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
  return 40 * (text.match(LOOKS_LIKE_FINDER)?.length ?? 0);
}

function squarePenalty(dark: readonly (readonly boolean[])[]): number {
  let sum = 0;
  for (let y = 1; y < dark.length; y += 1) {
    for (let x = 1; x < dark.length; x += 1) {
      const corner = dark[y]?.[x];
      if (dark[y - 1]?.[x] === corner && dark[y]?.[x - 1] === corner && dark[y - 1]?.[x - 1] === corner)
        sum += 3;
    }
  }
  return sum;
}
