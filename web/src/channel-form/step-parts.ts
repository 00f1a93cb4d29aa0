export interface StepPart {
  readonly text: string;
  /** Address of a link; null for plain text. */
  readonly url: string | null;
}

const LINK = /\[([^\]]+)\]\((https:\/\/[^)\s]+)\)/g;

/** Splits the text of a step at its links, which are written `[text](https://…)`. */
export function partsOf(text: string): readonly StepPart[] {
  const parts: StepPart[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: label = '', 2: url = '' } of text.matchAll(LINK)) {
    if (index > from) parts.push({ text: text.slice(from, index), url: null });
    parts.push({ text: label, url });
    from = index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), url: null });
  return parts;
}
