export interface TextPart {
  readonly text: string;
  /** Address of a link; null if the part is plain text. */
  readonly url: string | null;
}

/** Maximum links in a text. Further addresses remain plain text. */
const LINKS_MAX = 50;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text at its web addresses. Other schemes, such as `javascript:`, remain plain text. */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  let links = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0]);
    if (links >= LINKS_MAX || !isWebAddress(address)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), url: null });
    parts.push({ text: address, url: address });
    at = match.index + address.length;
    links += 1;
  }
  if (at < text.length) parts.push({ text: text.slice(at), url: null });
  return parts;
}

/** Removes punctuation that belongs to the sentence, but not a closing bracket that belongs to the address. */
function withoutPunctuation(address: string): string {
  const counts = new Map<string, number>();
  for (const character of address) counts.set(character, (counts.get(character) ?? 0) + 1);
  const count = (character: string) => counts.get(character) ?? 0;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    const opening = CLOSING[last];
    const isUnopened = opening !== undefined && count(opening) < count(last);
    if (!/[.,;:!?]/.test(last) && !isUnopened) break;
    counts.set(last, count(last) - 1);
  }
  return address.slice(0, end);
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
