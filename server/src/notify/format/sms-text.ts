import { cut } from '../../outbound/text.ts';

/** The basic characters of GSM 03.38, which take one of 153 places in a segment of a longer message … */
const BASIC =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑܧ¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** … and those that take two. */
const EXTENDED = '^{}\\[~]|€';
const GSM_SEGMENT = 153;
/** A message with any other character has room for 67 UTF-16 units in a segment. */
const UNICODE_SEGMENT = 67;

/** How many segments a text takes that is longer than one. */
export function smsSegments(text: string): number {
  let places = 0;
  for (const character of text) {
    if (BASIC.includes(character)) places += 1;
    else if (EXTENDED.includes(character)) places += 2;
    else return Math.ceil(text.length / UNICODE_SEGMENT);
  }
  return Math.ceil(places / GSM_SEGMENT);
}

/** Typographic characters that have a plain sister, since a single one makes a message more than twice as dear. */
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

/** `text` cut so that it takes at most `segments` with `tail` at its end. */
export function smsText(text: string, tail: string, segments: number): string {
  const plain = toPlain(text);
  let low = 0;
  let high = plain.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (smsSegments(`${toPlain(cut(plain, middle))}${tail}`) <= segments) low = middle;
    else high = middle - 1;
  }
  return `${toPlain(cut(plain, low))}${tail}`;
}

function toPlain(text: string): string {
  return text.replace(/[…–—‘’“”\u00a0\t`]/g, (character) => PLAIN[character] ?? character);
}
