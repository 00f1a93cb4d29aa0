/** RFC 5545: how a calendar is written down. Times are epoch milliseconds, and always said in UTC. */

const OCTETS_MAX = 75;

export interface CalendarEvent {
  /** The same for the same event in every later answer. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly categories: string;
  readonly when:
    | { readonly type: 'span'; readonly from: number; readonly to: number }
    /** The whole day in which a time lies, in UTC. */
    | { readonly type: 'day'; readonly at: number };
}

export interface Calendar {
  readonly name: string;
  /** When all of this was so. */
  readonly asOf: number;
  readonly events: readonly CalendarEvent[];
}

/** A whole calendar, with the line ends that the format demands. */
export function writeCalendar({ name, asOf, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overdue//Expected runs//EN',
    'CALSCALE:GREGORIAN',
    // The first for what reads RFC 7986, the others for what is older.
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, asOf)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines({ uid, summary, description, categories, when }: CalendarEvent, asOf: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    `DTSTAMP:${time(asOf)}`,
    ...(when.type === 'span'
      ? [`DTSTART:${time(when.from)}`, `DTEND:${time(when.to)}`]
      : [`DTSTART;VALUE=DATE:${time(when.at).slice(0, 8)}`]),
    `SUMMARY:${text(summary)}`,
    `DESCRIPTION:${text(description)}`,
    `CATEGORIES:${text(categories)}`,
    // A job takes nobody's time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `20261121T081530Z` */
function time(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** A value of the type TEXT (section 3.3.11), which has no control characters but line ends. */
export function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '');
}

/**
 * Breaks a line so that none has more than 75 octets (section 3.1); each one after the first begins with a space. No character
 * is torn apart, although the format would allow it.
 */
export function fold(line: string): string {
  if (Buffer.byteLength(line) <= OCTETS_MAX) return line;
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    // What stands before a piece after the first counts, too.
    if (octets + size > OCTETS_MAX) {
      pieces.push(piece);
      piece = '';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n ');
}
