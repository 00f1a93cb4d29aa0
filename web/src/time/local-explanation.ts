import { MONTH_NAMES } from '@overdue/domain/month-names.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { momentOf, offsetMsAt } from './local-time.ts';

const MONTHS: readonly string[] = MONTH_NAMES;
/**
 * Matches the times that the service writes: `02:00`, `at 02:00`, `23 Nov 02:00 UTC`, `on 23 Nov 2027 at 02:00:30
 * (Europe/Riga)`.
 */
const TIME =
  /(?:(on )?(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: (\d{4}))? )?(at )?(\d{2}):(\d{2})(?::(\d{2}))?(?: \([\w/+-]+\)| UTC\b)?/g;

interface Zones {
  /** Time zone of the times in the text. */
  readonly from: string;
  readonly to: string;
  readonly now: number;
}

interface LocalExplanation {
  readonly text: string;
  /** Times in the job's zone. Empty if the reader's clock shows the same times. */
  readonly jobTimes: readonly string[];
}

/** Converts the times in a sentence of the server to the reader's zone. */
export function localizeExplanation(explanation: string, { from, to, now }: Zones): LocalExplanation {
  const jobTimes = new Map<string, boolean>();
  const text = explanation.replace(TIME, (...match) => {
    const [, , day, month, year, at = '', hours, minutes, seconds = ''] = match.map((part) =>
      typeof part === 'string' ? part : undefined,
    );
    const zone = match[0].endsWith(' UTC') ? 'UTC' : from;
    const today = new Date(now + offsetMsAt(zone, now));
    const clockMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    const date =
      day === undefined
        ? Math.floor(today.getTime() / DAY_MS) * DAY_MS
        : Date.UTC(Number(year ?? today.getUTCFullYear()), MONTHS.indexOf(month ?? ''), Number(day));
    const moment = momentOf(date + clockMs, zone);
    const clock = [hours, minutes, ...(seconds === '' ? [] : [seconds])].join(':');
    jobTimes.set(
      day === undefined ? clock : `${day} ${month} ${clock}`,
      offsetMsAt(zone, moment) !== offsetMsAt(to, moment),
    );
    return writeLocal(moment, { to, now, at });
  });
  return { text, jobTimes: [...jobTimes.values()].some(Boolean) ? [...jobTimes.keys()] : [] };
}

function writeLocal(moment: number, { to, now, at }: { to: string; now: number; at: string }): string {
  const local = new Date(moment + offsetMsAt(to, moment));
  const today = new Date(now + offsetMsAt(to, now));
  const iso = local.toISOString();
  const clock = local.getUTCSeconds() === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
  if (iso.slice(0, 10) === today.toISOString().slice(0, 10)) return `${at}${clock}`;
  const isThisYear = local.getUTCFullYear() === today.getUTCFullYear();
  const date = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}${isThisYear ? '' : ` ${local.getUTCFullYear()}`}`;
  return at === '' ? `${date} ${clock}` : `on ${date} at ${clock}`;
}
