/**
 * Replaces a text that must occur exactly once. Throws if it is missing or occurs twice, for example after a rename.
 */
export function replaceOnce(text: string, from: string, to: string): string {
  const [before = '', after = '', ...more] = text.split(from);
  if (after === '' || more.length > 0) throw new Error(`"${from}" must occur once.`);
  return before + to + after;
}
