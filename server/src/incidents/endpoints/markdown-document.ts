/** Writes a block quote that belongs to a list item; an empty text for an empty quote. */
export function quote(text: string): string {
  if (text.trim() === '') return '';
  const lines = text.trim().split(/\r\n|[\r\n]/);
  return `\n\n${lines.map((line) => `  > ${escapeMarkdownDocument(line)}`.trimEnd()).join('\n')}\n`;
}

/** Writes text as a block of code, whatever the text contains. */
export function codeBlock(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence].join('\n');
}

/** Writes a table of names and values. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  return table(['', ''], rows).join('\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, lines.join('\n')];
}

/** Writes a time like `2026-11-20 01:00:00 UTC`. */
export function writeStamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Formats the two largest units: `2 h 3 min`. */
export function lengthOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const first = Math.max(
    0,
    UNITS.findIndex(([, size]) => ms >= size),
  );
  let left = ms;
  const words = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return words.filter((word) => word !== '').join(' ');
}

/** Escapes text so that it shows literally: no links, mentions, HTML, headings, table cells or line breaks. */
export function escapeMarkdownDocument(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&=@-]/g, '\\$&')
    .replaceAll('://', '\\://')
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replaceAll(/[\r\n]+/g, ' ')
    .replace(/^(\d+)\./, '$1\\.');
}
