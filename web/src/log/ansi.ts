/** Style of a log's text, in theme colours that are readable in light and dark. */
export interface TextStyle {
  readonly color: AnsiColor | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly isInverse: boolean;
}

export type AnsiColor = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'soft';

export interface Piece {
  readonly text: string;
  readonly style: TextStyle;
}

/** Pieces of a line; adjacent pieces differ in style. */
export type AnsiLine = readonly Piece[];

export const PLAIN: TextStyle = {
  color: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  isInverse: false,
};

/**
 * Maximum styled pieces in a log, because a hostile log could change colour with every letter. After the limit, text is
 * unstyled.
 */
const PIECES_MAX = 20_000;

const BASIC: readonly (AnsiColor | null)[] = [
  'soft',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  null,
];

/** Escape sequences by ECMA-48. Adjacent parts match different characters, which prevents backtracking. */
/** Titles, links and other strings, up to their terminator or the end of the line. */
const STRING = String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?`;
/** Parameters, intermediates and a final byte. */
const CONTROL = String.raw`(?:\x1b\[|\x9b)([\x30-\x3f]*)([\x20-\x2f]*)([\x40-\x7e])?`;
const SHORT = String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]?`;
/** Line ends, backspaces and control characters. Tabs stay. */
const CHARACTER = String.raw`\r+\n?|[\n\b\x00-\x07\x0b-\x1f\x7f-\x9f]`;
const SEQUENCE = new RegExp([STRING, CONTROL, SHORT, CHARACTER].join('|'), 'g');

/** Parses a log as a terminal would. Preserves colours, applies simple control characters, and drops all others. */
export function parseAnsi(text: string): readonly AnsiLine[] {
  const lines: AnsiLine[] = [];
  let line: Piece[] = [];
  let style = PLAIN;
  let pieces = 0;
  let isRewound = false;

  function write(written: string): void {
    if (written === '') return;
    if (isRewound) line = [];
    isRewound = false;
    const last = line.at(-1);
    if (last !== undefined && (isSame(last.style, style) || pieces >= PIECES_MAX)) {
      line[line.length - 1] = { text: last.text + written, style: last.style };
    } else {
      line.push({ text: written, style: pieces >= PIECES_MAX ? PLAIN : style });
      pieces += 1;
    }
  }

  let consumed = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    write(text.slice(consumed, match.index));
    consumed = match.index + match[0].length;
    const [sequence, parameters, intermediates, final] = match;
    if (sequence.endsWith('\n')) {
      lines.push(line);
      line = [];
      isRewound = false;
    } else if (sequence.startsWith('\r')) isRewound = true;
    else if (sequence === '\b') removeLast(line);
    else if (final === 'm' && intermediates === '') style = restyle(style, parameters ?? '');
  }
  write(text.slice(consumed));
  if (line.length > 0 || lines.length === 0) lines.push(line);
  return lines;
}

export function textsOf(lines: readonly AnsiLine[]): readonly string[] {
  return lines.map((line) => line.map(({ text }) => text).join(''));
}

function removeLast(line: Piece[]): void {
  const last = line.pop();
  if (last === undefined || last.text.length <= 1) return;
  line.push({ text: last.text.slice(0, -1), style: last.style });
}

const PARAMETERS_MAX = 32;

function restyle(style: TextStyle, parameters: string): TextStyle {
  const codes = parameters.split(/[;:]/, PARAMETERS_MAX).map((code) => (code === '' ? 0 : Number(code)));
  let next = style;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, consumed } = extended(codes.slice(index + 1));
      if (code === 38) next = { ...next, color };
      index += consumed;
    } else next = apply(next, code);
  }
  return next;
}

function apply(style: TextStyle, code: number): TextStyle {
  if (code >= 30 && code <= 37) return { ...style, color: BASIC[code - 30] ?? null };
  if (code >= 90 && code <= 97) return { ...style, color: BASIC[code - 90] ?? null };
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { ...style, isBold: true };
    case 2:
      return { ...style, isDim: true };
    case 3:
      return { ...style, isItalic: true };
    case 4:
    case 21:
      return { ...style, isUnderlined: true };
    case 7:
      return { ...style, isInverse: true };
    case 9:
      return { ...style, isStruck: true };
    case 22:
      return { ...style, isBold: false, isDim: false };
    case 23:
      return { ...style, isItalic: false };
    case 24:
      return { ...style, isUnderlined: false };
    case 27:
      return { ...style, isInverse: false };
    case 29:
      return { ...style, isStruck: false };
    case 39:
      return { ...style, color: null };
    default:
      return style;
  }
}

/** Maps a 256-colour or RGB code to the nearest theme colour. */
function extended(codes: readonly number[]): { readonly color: AnsiColor | null; readonly consumed: number } {
  const [kind, first, second = 0, third = 0] = codes;
  if (kind === 5) return { color: first === undefined ? null : ofPalette(first), consumed: 2 };
  if (kind === 2) return { color: first === undefined ? null : ofRGB(first, second, third), consumed: 4 };
  return { color: null, consumed: 1 };
}

function ofPalette(index: number): AnsiColor | null {
  if (index < 16) return BASIC[index % 8] ?? null;
  if (index >= 232) return index < 248 ? 'soft' : null;
  const cube = index - 16;
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  return ofRGB(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/**
 * Upper bound of each colour, in sixths of the hue circle. The bounds follow human perception, so the colours have ranges of
 * different sizes.
 */
const HUES: readonly (readonly [number, AnsiColor])[] = [
  [0.4, 'red'],
  [1.4, 'yellow'],
  [2.6, 'green'],
  [3.4, 'cyan'],
  [4.5, 'blue'],
  [5.6, 'magenta'],
  [6, 'red'],
];
const GREY_RANGE = 40;

function ofRGB(red: number, green: number, blue: number): AnsiColor | null {
  const high = Math.max(red, green, blue);
  const range = high - Math.min(red, green, blue);
  if (!(range > GREY_RANGE)) return high > 160 ? null : 'soft';
  const turn =
    high === red
      ? (green - blue) / range
      : high === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  const hue = (turn + 6) % 6;
  return HUES.find(([end]) => hue <= end)?.[1] ?? null;
}

function isSame(a: TextStyle, b: TextStyle): boolean {
  return (
    a === b ||
    (a.color === b.color &&
      a.isBold === b.isBold &&
      a.isDim === b.isDim &&
      a.isItalic === b.isItalic &&
      a.isUnderlined === b.isUnderlined &&
      a.isStruck === b.isStruck &&
      a.isInverse === b.isInverse)
  );
}
