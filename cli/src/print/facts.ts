import { visibleLine } from './plain.ts';

/** Returns a line for each label with its text. Omits entries whose text is empty. */
export function facts(entries: readonly (readonly [label: string, text: string])[]): string {
  const shown = entries.filter(([, text]) => text !== '');
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, text]) => `${label.padEnd(width)}  ${visibleLine(text)}\n`).join('');
}
