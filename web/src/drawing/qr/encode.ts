import { codewords, versionFor } from './codewords.ts';
import { framedGrid, type Grid } from './grid.ts';
import { masked } from './mask.ts';

/**
 * A QR code (ISO/IEC 18004) of a text, in bytes, at the level M: rows of modules, true for dark. Null when the text is longer
 * than 666 bytes.
 */
export function encodeQR(text: string): readonly (readonly boolean[])[] | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const grid = framedGrid(version);
  write(grid, codewords(bytes, version));
  return masked(grid).dark;
}

/** From the lower right in columns of two, up and down by turns, around the frame. */
function write({ size, dark, framed }: Grid, bytes: readonly number[]): void {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the clock holds no data.
    const column = right <= 6 ? right - 1 : right;
    const isUpwards = ((size - 1 - right) / 2) % 2 === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUpwards ? size - 1 - step : step;
      for (const x of [column, column - 1]) {
        const row = dark[y];
        if (row === undefined || framed[y]?.[x] === true) continue;
        row[x] = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
}
