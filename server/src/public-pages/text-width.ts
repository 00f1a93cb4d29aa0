/** Widths of the characters from space to `~` in Verdana at 11 px, in tenths of a pixel. */
const WIDTHS = [
  39, 43, 50, 90, 70, 118, 80, 30, 50, 50, 70, 90, 40, 50, 40, 50, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 50,
  50, 90, 90, 90, 60, 110, 75, 75, 77, 85, 70, 63, 85, 83, 46, 50, 76, 61, 93, 82, 87, 66, 87, 76, 75, 68, 81,
  75, 109, 75, 68, 75, 50, 50, 50, 90, 70, 70, 66, 69, 57, 69, 66, 39, 69, 70, 30, 38, 65, 30, 107, 70, 67,
  69, 69, 47, 57, 43, 70, 65, 90, 65, 65, 58, 70, 50, 70, 90,
];
const FIRST = 32;
const OTHER = 75;
/** Width of full-width characters, such as Chinese characters. */
const WIDE = 110;

/**
 * Estimates the width of a text in pixels. The SVG declares this width, so that browsers stretch or squeeze text in other fonts
 * to fit.
 */
export function textWidth(text: string): number {
  let tenths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    tenths += WIDTHS[code - FIRST] ?? (code >= 0x11_00 ? WIDE : OTHER);
  }
  return Math.max(1, Math.round(tenths / 10));
}
