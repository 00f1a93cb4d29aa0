const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that take two columns of a terminal. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const ELLIPSIS = '…';

/** Returns how many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Shortens a text to a width. Shortened text ends with an ellipsis. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const size = WIDE.test(segment) ? 2 : 1;
    if (used + size > width - 1) break;
    kept += segment;
    used += size;
  }
  return `${kept}${ELLIPSIS}`;
}
