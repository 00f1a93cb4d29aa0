/** A square of modules, dark or light, and which of them belong to the frame rather than to the data. */
export interface Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly framed: boolean[][];
}

/** `M`: 15 % may be unreadable. */
const LEVEL_BITS = 0b00;
const TIMING = 6;

/** What every code of a version has: three finders, marks to straighten it by, the clock between them, and its version. */
export function framedGrid(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = { size, dark: blank(size), framed: blank(size) };
  for (let place = 0; place < size; place += 1) {
    frame(grid, TIMING, place, place % 2 === 0);
    frame(grid, place, TIMING, place % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    drawFinder(grid, x, y);
  }
  for (const [x, y] of marksOf(version)) drawMark(grid, x, y);
  if (version >= 7) drawVersion(grid, version);
  drawFormat(grid, 0);
  return grid;
}

export function frame({ size, dark, framed }: Grid, x: number, y: number, isDark: boolean): void {
  const row = dark[y];
  const frameRow = framed[y];
  if (row === undefined || frameRow === undefined || x < 0 || x >= size) return;
  row[x] = isDark;
  frameRow[x] = true;
}

function blank(size: number): boolean[][] {
  return Array.from({ length: size }, () => Array.from({ length: size }, () => false));
}

function drawFinder(grid: Grid, centreX: number, centreY: number): void {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      frame(grid, centreX + dx, centreY + dy, ring !== 2 && ring !== 4);
    }
  }
}

function drawMark(grid: Grid, centreX: number, centreY: number): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      frame(grid, centreX + dx, centreY + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
}

/** Evenly spread from the far edge, and none where a finder is. */
function marksOf(version: number): readonly (readonly [x: number, y: number])[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const far = 10 + 4 * version;
  const step = Math.ceil((far - TIMING) / (count - 1) / 2) * 2;
  const places = [
    TIMING,
    ...Array.from({ length: count - 1 }, (_, place) => far - (count - 2 - place) * step),
  ];
  return places.flatMap((y) =>
    places.flatMap((x) => {
      const isFinder =
        (x === TIMING && y === TIMING) || (x === TIMING && y === far) || (x === far && y === TIMING);
      return isFinder ? [] : [[x, y] as const];
    }),
  );
}

/** Which mask was used, twice, with bits that find errors. */
export function drawFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  const bits = formatBits(mask);
  const bit = (place: number) => ((bits >>> place) & 1) === 1;
  for (let place = 0; place < 15; place += 1) {
    const isDark = bit(place);
    // Down along the first finder, around its corner, and out to the left.
    if (place < 6) frame(grid, 8, place, isDark);
    else if (place < 8) frame(grid, 8, place + 1, isDark);
    else if (place === 8) frame(grid, 7, 8, isDark);
    else frame(grid, 14 - place, 8, isDark);
    // Shared by the other two.
    if (place < 8) frame(grid, size - 1 - place, 8, isDark);
    else frame(grid, 8, size - 15 + place, isDark);
  }
  frame(grid, 8, size - 8, true);
}

export function formatBits(mask: number): number {
  const data = (LEVEL_BITS << 3) | mask;
  return ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
}

function drawVersion(grid: Grid, version: number): void {
  const bits = versionBits(version);
  for (let place = 0; place < 18; place += 1) {
    const isDark = ((bits >>> place) & 1) === 1;
    const along = Math.floor(place / 3);
    const across = grid.size - 11 + (place % 3);
    frame(grid, across, along, isDark);
    frame(grid, along, across, isDark);
  }
}

export function versionBits(version: number): number {
  return (version << 12) | remainder(version, 12, 0x1f25);
}

function remainder(data: number, bits: number, divisor: number): number {
  let rest = data;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor);
  return rest;
}
