import { parseWebURL } from '@overdue/domain/web-address.ts';
import { RESPONSE_LENGTH_MAX } from '../../platform/outbound/outcome.ts';
import { truncate } from '../../platform/outbound/text.ts';

const MASK = '••••';
/** Minimum length of a secret whose last four characters are shown. */
const REVEALED_LENGTH_MIN = 12;
const TAIL_LENGTH = 4;
/** Minimum length of a hidden text. Hiding shorter texts would garble responses. */
const HIDDEN_LENGTH_MIN = 4;
/** Minimum length at which a part of a secret URL, such as a token in the path, is also hidden outside the URL. */
const PART_LENGTH_MIN = 8;
const WORD_LENGTH_MAX = 20;

/** Masks a secret: keeps the last four characters, or scheme and host of a URL. Lists and objects keep their structure. */
export function mask(secret: unknown): unknown {
  if (typeof secret === 'string') return maskText(secret);
  if (Array.isArray(secret)) return secret.map(mask);
  if (typeof secret !== 'object' || secret === null) return MASK;
  return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, mask(value)]));
}

function maskText(secret: string): string {
  const url = parseWebURL(secret);
  if (url !== null) return `${url.origin}/${MASK}`;
  return secret.length < REVEALED_LENGTH_MIN ? MASK : MASK + [...secret].slice(-TAIL_LENGTH).join('');
}

/** Replaces masked secrets with the stored secrets at the same places in `old`. */
export function unmask(value: unknown, old: unknown): unknown {
  if (typeof value === 'string') return typeof old === 'string' && value === maskText(old) ? old : value;
  if (typeof value !== 'object' || value === null || typeof old !== 'object' || old === null) return value;
  const before = new Map(Object.entries(old));
  if (Array.isArray(value)) return value.map((entry, index) => unmask(entry, before.get(String(index))));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, unmask(entry, before.get(name))]),
  );
}

/** A secret value, or a part of one. */
interface Value {
  readonly old: unknown;
  readonly merged: unknown;
  readonly requested: unknown;
}

/** Whether the merged value keeps any part of the stored value that the request did not contain. */
export function isKept({ old, merged, requested }: Value): boolean {
  if (old === undefined || old === null || merged === undefined || merged === null) return false;
  if (requested === undefined) return true;
  if (typeof merged !== 'object') return merged === old && requested !== merged;
  const [before, written] = [entriesOf(old), entriesOf(requested)];
  return Object.entries(merged).some(([name, value]) =>
    isKept({ old: before.get(name), merged: value, requested: written.get(name) }),
  );
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

/** Returns a function that hides secrets in a response, including encoded forms in which receivers may repeat the secrets. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const needles = [...new Set(secrets.flatMap(formsOf))]
    .filter((needle) => needle.length >= HIDDEN_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let hidden = text;
    for (const needle of needles) hidden = hide(hidden, needle);
    return truncate(hideStart(hidden, needles), RESPONSE_LENGTH_MAX);
  };
}

/** Hides a secret. A secret that looks like a word is hidden only as a whole word, so that longer words stay readable. */
function hide(text: string, needle: string): string {
  if (!isWordy(needle)) return text.replaceAll(needle, MASK);
  return text.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(needle)}(?![\\p{L}\\p{N}])`, 'gu'),
    MASK,
  );
}

/** Hides a partial secret at the end of a truncated response. */
function hideStart(text: string, needles: readonly string[]): string {
  if (!text.endsWith('…')) return text;
  const kept = text.slice(0, -1);
  for (const needle of needles)
    for (let length = needle.length - 1; length >= HIDDEN_LENGTH_MIN; length -= 1)
      if (kept.endsWith(needle.slice(0, length))) return `${kept.slice(0, -length)}${MASK}…`;
  return text;
}

function formsOf(secret: string): readonly string[] {
  const url = parseWebURL(secret);
  const whole = url === null ? [secret] : [secret, ...partsOf(url)];
  return whole.flatMap((form) => [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)]);
}

/** Returns the secret parts of a URL. In the path, ordinary words are not secret. */
function partsOf(url: URL): readonly string[] {
  const path = [`${url.pathname}${url.search}`, url.pathname].filter((part) => part !== '/');
  const segments = url.pathname.split('/').filter((segment) => !isWordy(segment));
  const values = url.search.split(/[?&=]/);
  return [...path, ...[...segments, ...values].filter((part) => part.length >= PART_LENGTH_MIN)];
}

/** Whether a text consists of words: letters of one case or capitalised, and no part longer than a usual word. */
function isWordy(text: string): boolean {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .every((piece) => piece.length <= WORD_LENGTH_MAX && /^(?:\p{L}?\p{Ll}*|\p{Lu}*)$/u.test(piece));
}

export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
