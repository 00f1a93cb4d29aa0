import { plainLine } from './plain.ts';

/** Returns lines of labels with texts, without those that have no text. */
export function facts(entries: readonly (readonly [label: string, text: string])[]): string {
  const shown = entries.filter(([, text]) => text !== '');
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, text]) => `${label.padEnd(width)}  ${plainLine(text)}\n`).join('');
}
