import { truncate } from '../../platform/outbound/text.ts';

/** Basic characters of GSM 03.38. Each takes one of the 153 positions of a segment. */
const BASIC =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑܧ¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take two positions. */
const EXTENDED = '^{}\\[~]|€';
const GSM_SEGMENT = 153;
/** Positions per segment, in UTF-16 units, if the text contains a character outside GSM 03.38. */
const UNICODE_SEGMENT = 67;

/**
 * Returns the number of segments of a text. Assumes the capacity of segments in a multi-segment message, which is lower than the
 * capacity of a single segment.
 */
export function smsSegments(text: string): number {
  let places = 0;
  for (const character of text) {
    if (BASIC.includes(character)) places += 1;
    else if (EXTENDED.includes(character)) places += 2;
    else return Math.ceil(text.length / UNICODE_SEGMENT);
  }
  return Math.ceil(places / GSM_SEGMENT);
}

/**
 * Plain replacements of typographic characters, because a single typographic character more than doubles the price of a message.
 */
const PLAIN: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '\u00a0': ' ',
  '\t': ' ',
  '`': "'",
};

/** Truncates `text` so that `text` and `tail` together take at most `segments` segments. */
export function smsText(text: string, tail: string, segments: number): string {
  const plain = toPlain(text);
  let low = 0;
  let high = plain.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (smsSegments(`${toPlain(truncate(plain, middle))}${tail}`) <= segments) low = middle;
    else high = middle - 1;
  }
  return `${toPlain(truncate(plain, low))}${tail}`;
}

function toPlain(text: string): string {
  return text.replace(/[…–—‘’“”\u00a0\t`]/g, (character) => PLAIN[character] ?? character);
}
