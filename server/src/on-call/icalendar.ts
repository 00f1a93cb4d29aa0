/** Writes calendars according to RFC 5545. Times are epoch milliseconds, written in UTC. */

const OCTETS_MAX = 75;

export interface CalendarEvent {
  /** ID that stays the same whenever the calendar is generated again. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly categories: string;
  readonly when:
    | { readonly type: 'span'; readonly from: number; readonly to: number }
    /** A whole UTC day, given by a time within the day. */
    | { readonly type: 'day'; readonly at: number };
}

export interface Calendar {
  readonly name: string;
  /** Name of the part of Overdue that wrote the calendar. Default: Expected runs. */
  readonly product?: string;
  readonly asOf: number;
  readonly events: readonly CalendarEvent[];
}

/** Writes a calendar with CRLF line ends, as the format requires. */
export function writeCalendar({ name, product = 'Expected runs', asOf, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Overdue//${product}//EN`,
    'CALSCALE:GREGORIAN',
    // RFC 7986 defines NAME and REFRESH-INTERVAL. Older programs read the X- properties.
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
    // Marks the event as free time, because a job's run doesn't occupy the reader.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `20261121T081530Z` */
function time(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Escapes a value of the type TEXT (section 3.3.11), which allows no control characters except line ends. */
export function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '');
}

/** Folds a line into pieces of at most 75 octets (section 3.1). Never splits a character, although the format allows it. */
export function fold(line: string): string {
  if (Buffer.byteLength(line) <= OCTETS_MAX) return line;
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    // Each piece after the first starts with a space, which counts towards the 75 octets.
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
