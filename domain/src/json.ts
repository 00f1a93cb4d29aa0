import { AppError } from './error.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
/** White space of JSON (RFC 8259, section 2). */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Maximum different names in JSON: more than the items of any document that users send. */
const NAMES_MAX = 50_000;

/**
 * Parses JSON. Throws an AppError before parsing if the text has more marks than `marksMax` or more than 50,000 different names, and a
 * SyntaxError if the text isn't JSON. A mark is a comma, a colon, `[` or `{` outside of strings. The parser's time and memory depend on the marks, because each
 * value or name follows one: 19 MB of `{},` take more than a second, 19 MB of a single string a few milliseconds. A name that occurs for
 * the first time takes several times as long.
 */
export function parseJSON(text: string, marksMax: number): unknown {
  // A mark takes a character.
  if (text.length > marksMax && countMarks(text, marksMax) > marksMax)
    throw new AppError(
      'too_large',
      `The JSON has too many values: more than ${marksMax} commas, colons and opening brackets. Send it in parts.`,
    );
  requireFewNames(text);
  return JSON.parse(text);
}

/** Throws an AppError if JSON has more than 50,000 different names. */
export function requireFewNames(text: string): void {
  // A name takes four characters, such as `"":,`.
  if (text.length <= 4 * NAMES_MAX) return;
  const names = new Set<string>();
  for (let place = text.indexOf('"'); place !== -1; ) {
    const end = endOfString(text, place + 1);
    if (isBeforeColon(text, end + 1)) names.add(text.slice(place + 1, end));
    if (names.size > NAMES_MAX)
      throw new AppError(
        'too_large',
        `The JSON has more than ${NAMES_MAX} different names. Send it in parts.`,
      );
    place = text.indexOf('"', end + 1);
  }
}

/** Whether a colon follows, possibly after white space. */
function isBeforeColon(text: string, start: number): boolean {
  let place = start;
  while (WHITE_SPACE.has(text.charCodeAt(place))) place += 1;
  return text.charCodeAt(place) === COLON;
}

/** Counts the marks of a text, and stops above `marksMax`. Takes linear time, whether or not the text is JSON. */
export function countMarks(text: string, marksMax: number): number {
  let marks = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) place = endOfString(text, place + 1);
    else if (code === COMMA || code === COLON || code === OPENING_BRACKET || code === OPENING_BRACE) {
      marks += 1;
      if (marks > marksMax) return marks;
    }
  }
  return marks;
}

/** Returns the place of the quotation mark that ends a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let place = start;
  while (place < text.length) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) return place;
    place += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}
