import type { CommandLine } from '../process/command-line.ts';
import { visibleLine } from './plain.ts';
import { type Style, styler } from './style.ts';

/** Text of a cell, optionally with a style. */
export type Cell = string | { readonly text: string; readonly style: Style | undefined };

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => Cell;
  /** Whether the column is shortened if the terminal is too narrow for the table. */
  readonly isFlexible?: true;
}

const GAP = '  ';
const FLEXIBLE_WIDTH_MIN = 12;

/**
 * Returns a table with a line of titles. Control characters in texts of users are made visible, so that they can't
 * disturb the terminal.
 */
export function table<T>(
  cli: Pick<CommandLine, 'env' | 'isTerminal' | 'columns'>,
  columns: readonly Column<T>[],
  rows: readonly T[],
): string {
  const style = styler(cli);
  const cells = rows.map((row) => columns.map((column) => cellOf(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...cells.map((line) => widthOf(line[index]?.text ?? ''))),
  );
  if (cli.isTerminal) shrink(widths, columns, cli.columns());
  const line = (texts: readonly { readonly text: string; readonly style: Style | undefined }[]) => {
    const last = texts.findLastIndex(({ text }) => text !== '');
    return texts
      .slice(0, last + 1)
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        const text = clip(cell.text, width);
        return style(text, cell.style) + (index === last ? '' : ' '.repeat(width - widthOf(text)));
      })
      .join(GAP);
  };
  const titles = columns.map(({ title }) => ({ text: title.toUpperCase(), style: 'quiet' as const }));
  return `${[titles, ...cells].map(line).join('\n')}\n`;
}

function cellOf(cell: Cell): { readonly text: string; readonly style: Style | undefined } {
  const { text, style } = typeof cell === 'string' ? { text: cell, style: undefined } : cell;
  return { text: visibleLine(text), style };
}

/** Narrows the widest flexible columns until the table fits the terminal. */
function shrink(widths: number[], columns: readonly Column<never>[], total: number): void {
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - total;
  for (; excess > 0; excess -= 1) {
    const widest = columns.reduce<number>((found, { isFlexible }, index) => {
      const width = widths[index] ?? 0;
      return isFlexible === true && width > Math.max(FLEXIBLE_WIDTH_MIN, widths[found] ?? 0) ? index : found;
    }, -1);
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that take two columns of a terminal. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const ELLIPSIS = '…';

/** Returns how many columns of a terminal a text takes. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Shortens a text to a width. Shortened text ends with an ellipsis. */
function clip(text: string, width: number): string {
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
