import { nextOnCalendar, parseOnCalendar } from '@overdue/domain/schedule/on-calendar.ts';
import type { CalendarCase } from './calendar-cases.ts';
import type { Tool } from './fetched-tools.ts';
import { runProgram } from './shell.ts';

/** Next occurrences in epoch seconds. `refused`: the expression is invalid. `stuck`: systemd gave up the search. */
export type Answer = readonly number[] | 'refused' | 'stuck';

/** Number of occurrences to compare. */
const LISTED = 5;
/** How far ahead Overdue searches for occurrences, in seconds. */
const YEAR = 366 * 86_400;
const HORIZON = 50 * YEAR;
const ELAPSE =
  /(?:Next elapse|Iteration #\d+|Iter\. #\d+): (?:(?<never>never)|\w+ (?<date>[\d-]+) (?<time>[\d:]+) UTC)/g;

/** Lists occurrences with the code of the service. */
export function askOverdue({ expression, timezone, after }: CalendarCase): Answer {
  const result = parseOnCalendar(expression, timezone);
  if (!result.ok) return /never fires|no more runs/.test(result.message) ? [] : 'refused';
  const occurrences: number[] = [];
  let at = nextOnCalendar(result.onCalendar, after * 1000);
  while (at !== null && occurrences.length < LISTED) {
    occurrences.push(at / 1000);
    at = nextOnCalendar(result.onCalendar, at);
  }
  return occurrences;
}

/** Lists occurrences with systemd-analyze. It rounds times down to seconds, so some times are listed twice. */
export async function askSystemd({ expression, timezone, after }: CalendarCase): Promise<Answer> {
  const base = new Date(after * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const { exitCode, out } = await runProgram(
    'systemd-analyze',
    ['calendar', `--base-time=${base} UTC`, `--iterations=${4 * LISTED}`, '--', `${expression} ${timezone}`],
    { PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C' },
  );
  if (out.includes('Resource deadlock avoided')) return 'stuck';
  if (exitCode !== 0) {
    if (!out.includes('Failed to parse calendar')) throw new Error(`systemd-analyze ${expression}: ${out}`);
    return 'refused';
  }
  const times = [...out.matchAll(ELAPSE)].flatMap(({ groups }) =>
    groups?.date === undefined ? [] : [Date.parse(`${groups.date}T${groups.time}Z`) / 1000],
  );
  return [...new Set(times)].filter((at) => at > after).slice(0, LISTED);
}

const PYTHON = `
import itertools, json, sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
from oncalendar import OnCalendar, OnCalendarError

def answer(case):
    start = datetime.fromtimestamp(case["after"], timezone.utc).astimezone(ZoneInfo(case["timezone"]))
    try:
        found = itertools.islice(OnCalendar(case["expression"], start), ${LISTED})
        return [int(at.timestamp()) for at in found]
    except OnCalendarError:
        return "refused"

json.dump([answer(case) for case in json.load(open(sys.argv[1]))], sys.stdout)
`;

/** Lists occurrences with Python's oncalendar, which Healthchecks uses. `file` contains the cases. */
export async function askPython(tool: Tool, file: string): Promise<readonly Answer[]> {
  const { exitCode, out } = await runProgram(tool.program, ['-c', PYTHON, file], tool.env);
  if (exitCode !== 0) throw new Error(`oncalendar: ${out}`);
  return JSON.parse(out);
}

export interface Responses {
  readonly ours: Answer;
  readonly systemd: Answer;
  readonly python: Answer;
}

/**
 * Returns how our answer is wrong, or null. The reference is systemd. In the following cases, the reference is oncalendar
 * instead:
 *
 * - systemd refuses steps that reach no second value and, by mistake, many lists of days before the end of a month.
 * - Where a step leads past midnight or past the end of a year, versions such as 252 skip the values before the end of the step.
 * - If clocks go forward by two hours, these versions skip the hour after the gap.
 * - After `~`, these versions choose the second of some repeated hours.
 *
 * oncalendar supports neither fractions of a second nor the misspelled `anually`. It reads a range with a step differently after
 * `~`, and if the step is longer than the range.
 */
export function findFault(
  { expression, timezone, after }: CalendarCase,
  responses: Responses,
): string | null {
  const { ours, systemd, python } = responses;
  const isForeignToPython = /\d\.\d|\.\.\d+\/|anually/.test(expression);
  const likePython = agree(ours, python, after);
  if (systemd === 'stuck') return ours === 'refused' ? 'We refuse what systemd accepts.' : null;
  if (systemd === 'refused') {
    const isOurs = /\/|~.*,/.test(expression) && (likePython || isForeignToPython);
    return ours === 'refused' || isOurs ? null : 'We accept what systemd refuses.';
  }
  if (!agree(ours, systemd, after)) {
    const isKnown = /(?<!\.\.\d+)\/\d|~/.test(expression) || timezone === 'Antarctica/Troll';
    return isKnown && likePython ? null : 'We differ from systemd.';
  }
  return likePython || isForeignToPython ? null : 'oncalendar differs from systemd in an unknown way.';
}

export function isFull(response: Answer): boolean {
  return typeof response !== 'string' && response.length === LISTED;
}

/** Whether two results agree within the period that both have searched. */
function agree(ours: Answer, theirs: Answer, after: number): boolean {
  if (typeof ours === 'string' || typeof theirs === 'string') return ours === theirs;
  const near = (response: readonly number[]) => response.filter((at) => at < after + HORIZON - YEAR);
  const [mine, other] = [near(ours), near(theirs)];
  return mine.length === other.length && mine.every((at, index) => at === other[index]);
}

/**
 * Writes a case and the results of both references as one line. Each occurrence is written as the seconds since the previous
 * occurrence.
 */
export function writeRecord(
  { expression, timezone, after }: CalendarCase,
  { systemd, python }: Responses,
): string {
  const format = (response: Answer) =>
    typeof response === 'string'
      ? response
      : response.map((at, index) => at - (response[index - 1] ?? after)).join('+');
  return [
    expression,
    timezone,
    after,
    format(systemd),
    agree(systemd, python, after) ? '=' : format(python),
  ].join('|');
}

export function parseRecord(line: string): {
  readonly of: CalendarCase;
  readonly answers: Omit<Responses, 'ours'>;
} {
  const [expression = '', timezone = '', afterText = '', systemdText = '', pythonText = ''] = line.split('|');
  const after = Number(afterText);
  const parse = (text: string): Answer => {
    if (text === 'refused' || text === 'stuck') return text;
    let at = after;
    return text === '' ? [] : text.split('+').map((gap) => (at += Number(gap)));
  };
  const systemd = parse(systemdText);
  const python = pythonText === '=' ? systemd : parse(pythonText);
  return { of: { expression, timezone, after }, answers: { systemd, python } };
}
