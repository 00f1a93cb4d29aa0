import { Cron as Croner } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../time-units.ts';
import { type Cron, latestOccurrence, nextOccurrence, parseCron } from './cron.ts';

fc.configureGlobal({ seed: 20261121 });

type Change = readonly [zone: string, day: string];

/** Times near a clock change in some zone. The last entries are corrections of the clock, and days without a change. */
const CHANGES: readonly Change[] = [
  ['Europe/Riga', '2024-03-31'],
  ['Europe/Riga', '2024-10-27'],
  ['America/New_York', '2025-03-09'],
  ['America/New_York', '2025-11-02'],
  ['Australia/Lord_Howe', '2024-10-06'],
  ['Australia/Lord_Howe', '2025-04-06'],
  ['America/Santiago', '2024-09-08'],
  ['America/Santiago', '2025-04-06'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2019-02-17'],
  ['America/Nuuk', '2024-03-31'],
  ['Africa/Cairo', '2024-04-26'],
  ['Africa/Cairo', '2024-11-01'],
  ['Antarctica/Troll', '2024-03-31'],
  ['Antarctica/Casey', '2020-10-04'],
  ['Antarctica/Casey', '2020-03-08'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2024-02-29'],
];

interface Minute {
  readonly atMs: number;
  /** Wall-clock time in minutes since 1970, as if the wall clock showed UTC. */
  readonly wall: number;
}

function minutesAround([zone, day]: Change): readonly Minute[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const startMs = Date.parse(day) - DAY_MS;
  return Array.from({ length: 3 * 1440 }, (_, index) => {
    const atMs = startMs + index * MINUTE_MS;
    return { atMs, wall: Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`) / MINUTE_MS };
  });
}

const STRETCHES = new Map(CHANGES.map((change) => [change.join(' '), minutesAround(change)]));

function stretch(change: Change): readonly Minute[] {
  const minutes = STRETCHES.get(change.join(' '));
  if (minutes === undefined) throw new Error('no such stretch');
  return minutes;
}

/** An item of a field's list: `*`, a value or a range. `*` and ranges may have a step. */
interface Item {
  readonly star: boolean;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

interface Field {
  readonly text: string;
  readonly startsWithStar: boolean;
  has(value: number): boolean;
}

function itemText({ star, from, to, step }: Item): string {
  const values = star ? '*' : from === to ? `${from}` : `${from}-${to}`;
  return step === 1 || (from === to && !star) ? values : `${values}/${step}`;
}

function fieldOf(items: readonly Item[]): Field {
  return {
    text: items.map(itemText).join(','),
    startsWithStar: items[0]?.star === true,
    has: (value) =>
      items.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0),
  };
}

function anItem(low: number, high: number, most: number): fc.Arbitrary<Item> {
  const value = fc.integer({ min: low, max: most });
  const step = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: high }));
  return fc.oneof(
    step.map((by) => ({ star: true, from: low, to: high, step: by })),
    value.map((at) => ({ star: false, from: at, to: at, step: 1 })),
    fc.tuple(value, value, step).map(([a, b, by]) => ({
      star: false,
      from: Math.min(a, b),
      to: Math.max(a, b),
      step: by,
    })),
  );
}

/**
 * Generates a field with values from `low` to `high`. `most` is a lower maximum for values and ranges without `*`, because clocks
 * change in low hours.
 */
function aField(low: number, high: number, most: number = high): fc.Arbitrary<Field> {
  return fc.array(anItem(low, high, most), { minLength: 1, maxLength: 3 }).map(fieldOf);
}

const ANY = fc.constant(fieldOf([{ star: true, from: 0, to: 59, step: 1 }]));

const aJob = fc
  .record({
    minute: aField(0, 59),
    hour: fc.oneof({ weight: 3, arbitrary: aField(0, 23, 4) }, aField(0, 23)),
    day: fc.oneof(ANY, aField(1, 31)),
    month: fc.oneof({ weight: 2, arbitrary: ANY }, aField(1, 12)),
    weekday: fc.oneof(ANY, aField(0, 7)),
  })
  .map((fields) => ({
    ...fields,
    text: [fields.minute, fields.hour, fields.day, fields.month, fields.weekday].map((f) => f.text).join(' '),
  }));

type Job = typeof aJob extends fc.Arbitrary<infer T> ? T : never;

/**
 * Whether a job runs at a wall-clock time according to crontab(5) and cron's source. If day of month or day of week starts with
 * `*`, both must match. In all other cases one match is enough.
 */
function fits(job: Job, wall: number): boolean {
  const date = new Date(wall * MINUTE_MS);
  const weekday = date.getUTCDay();
  const byDay = job.day.has(date.getUTCDate());
  const byWeekday = job.weekday.has(weekday) || (weekday === 0 && job.weekday.has(7));
  const both = job.day.startsWithStar || job.weekday.startsWithStar;
  return (
    job.minute.has(date.getUTCMinutes()) &&
    job.hour.has(date.getUTCHours()) &&
    job.month.has(date.getUTCMonth() + 1) &&
    (both ? byDay && byWeekday : byDay || byWeekday)
  );
}

/**
 * Simulates Debian's cron(8), which wakes up every minute, compares the wall clock, and catches up or waits after clock changes.
 */
function debianRuns(job: Job, minutes: readonly Minute[]): number[] {
  const wild = job.minute.startsWithStar || job.hour.startsWithStar;
  const runs: number[] = [];
  let reached = (minutes[0]?.wall ?? 0) - 1;
  for (const { atMs, wall } of minutes) {
    const ahead = wall - reached;
    const repeated = ahead <= 0 && ahead > -180;
    const skipped = ahead > 1 && ahead <= 180;
    let due = fits(job, wall);
    if (repeated && !wild) due = false;
    if (skipped && !wild)
      for (let missed = reached + 1; missed < wall; missed += 1) due ||= fits(job, missed);
    if (!repeated) reached = wall;
    if (due) runs.push(atMs);
  }
  return runs;
}

function occurrences(cron: Cron, fromMs: number, beforeMs: number): number[] {
  const found: number[] = [];
  let at = nextOccurrence(cron, fromMs - 1);
  while (at !== null && at < beforeMs) {
    found.push(at);
    at = nextOccurrence(cron, at);
  }
  return found;
}

/** Parses a generated expression. Returns null if the expression never fires. All other expressions must be accepted. */
function parsed(text: string, zone: string): Cron | null {
  const result = parseCron(text, zone);
  if (result.ok) return result.cron;
  expect(result.message, text).toContain('never fires');
  return null;
}

describe('a cron expression', () => {
  test('runs when the daemon would run it, in every zone and at every clock change', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), aJob, (change, job) => {
        const cron = parsed(job.text, change[0]);
        const minutes = stretch(change);
        const startMs = minutes[0]?.atMs ?? 0;
        const runs = debianRuns(job, minutes);
        const found = cron === null ? [] : occurrences(cron, startMs, startMs + 3 * DAY_MS);
        expect(found, job.text).toEqual(runs);
        compared += runs.length;
      }),
      { numRuns: 1000 },
    );
    expect(compared).toBeGreaterThan(10_000);
  });

  test('has the same occurrences forwards and backwards', () => {
    const anOffset = fc.integer({ min: 0, max: 3 * DAY_MS });
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), aJob, anOffset, (change, job, offset) => {
        const cron = parsed(job.text, change[0]);
        if (cron === null) return;
        const atMs = (stretch(change)[0]?.atMs ?? 0) + offset;
        const latest = latestOccurrence(cron, atMs);
        if (latest === null) throw new Error('no earlier occurrence');
        expect(latest).toBeLessThanOrEqual(atMs);
        expect(nextOccurrence(cron, latest - 1)).toBe(latest);
        expect(nextOccurrence(cron, latest)).toBe(nextOccurrence(cron, atMs));
        expect(latestOccurrence(cron, latest)).toBe(latest);
      }),
      { numRuns: 500 },
    );
  });

  test('falls on the days that L, LW, 5L and MON#2 stand for', () => {
    const anyDay = fc.oneof(fc.constantFrom('L', 'LW'), fc.integer({ min: 1, max: 31 }).map(String));
    const aWeekday = fc.integer({ min: 0, max: 7 });
    const anyWeekday = fc.oneof(
      aWeekday.map(String),
      aWeekday.map((weekday) => `${weekday}L`),
      fc.tuple(aWeekday, fc.integer({ min: 1, max: 5 })).map(([weekday, week]) => `${weekday}#${week}`),
    );
    const list = (item: fc.Arbitrary<string>) =>
      fc.oneof(
        fc.constantFrom('*', '?'),
        fc.array(item, { minLength: 1, maxLength: 3 }).map((all) => all.join()),
      );
    fc.assert(
      fc.property(list(anyDay), list(anyWeekday), (day, weekday) => {
        const cron = parsed(`0 0 ${day} * ${weekday}`, 'UTC');
        if (cron === null) return;
        const found = occurrences(cron, Date.UTC(2023, 0, 1), Date.UTC(2027, 0, 1));
        const days = Array.from({ length: 1461 }, (_, index) => Date.UTC(2023, 0, 1 + index));
        const either = /[*?]/.test(day + weekday) ? 'every' : 'some';
        const expected = days.filter((atMs) => [isDay(day, atMs), isWeekday(weekday, atMs)][either](Boolean));
        expect(found, cron.expression).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('agrees with croner wherever croner agrees with Debian', () => {
    const changes = CHANGES.filter(([zone]) => zone !== 'America/Nuuk' && zone !== 'Antarctica/Casey');
    fc.assert(
      fc.property(fc.constantFrom(...changes), aJob, (change, job) => {
        fc.pre(!/,\*/.test(job.minute.text + job.hour.text));
        const cron = parsed(job.text, change[0]);
        const croner = new Croner(job.text.replaceAll(/(\d+)-(\d+)\/(\d+)/g, writtenOut), {
          timezone: change[0],
          mode: '5-part',
          fixedTimeRule: 'no-wildcard',
          domAndDow: job.day.startsWithStar || job.weekday.startsWithStar,
        });
        let atMs = stretch(change)[0]?.atMs ?? 0;
        for (let count = 0; cron !== null && count < 10; count += 1) {
          const next = nextOccurrence(cron, atMs);
          expect(next, job.text).toBe(croner.nextRun(new Date(atMs))?.getTime() ?? null);
          atMs = next ?? atMs;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('any text is accepted or refused quickly', () => {
    const junk = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'0123456789*,-/?#LW@ \tMONFEB'), maxLength: 60 }),
      fc.tuple(aJob, fc.nat(20), fc.constantFrom(...'0*,-/?#LW @x')).map(([job, index, char]) => {
        return job.text.slice(0, index) + char + job.text.slice(index + 1);
      }),
    );
    const anInstant = fc.double({ min: -8.64e15, max: 8.64e15 });
    fc.assert(
      fc.property(junk, fc.constantFrom('UTC', 'Europe/Riga', ''), anInstant, (text, zone, atMs) => {
        const start = process.threadCpuUsage();
        const result = parseCron(text, zone);
        if (result.ok) {
          expect(nextOccurrence(result.cron, atMs) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(atMs);
          expect(latestOccurrence(result.cron, atMs) ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(atMs);
        } else {
          expect(result.message).toMatch(/^[A-Z@].*[.)]$/s);
        }
        expect(process.threadCpuUsage(start).user, text).toBeLessThan(50_000);
      }),
      { numRuns: 3000 },
    );
  });
});

/**
 * Writes out a range with a step as a list, because Debian and croner disagree about which of these ranges count as fixed times.
 */
function writtenOut(_: string, from: string, to: string, step: string): string {
  const values: number[] = [];
  for (let value = Number(from); value <= Number(to); value += Number(step)) values.push(value);
  return values.join();
}

function monthOf(atMs: number, daysLater: number): number {
  return new Date(atMs + daysLater * DAY_MS).getUTCMonth();
}

function isDay(list: string, atMs: number): boolean {
  const date = new Date(atMs);
  const workday = (at: number): boolean => new Date(at).getUTCDay() % 6 !== 0;
  const isLast = monthOf(atMs, 1) !== date.getUTCMonth();
  const laterWorkday = [1, 2, 3].some(
    (days) => monthOf(atMs, days) === date.getUTCMonth() && workday(atMs + days * DAY_MS),
  );
  return list.split(',').some((item) => {
    if (item === 'L') return isLast;
    if (item === 'LW') return workday(atMs) && !laterWorkday;
    return item === '*' || item === '?' || Number(item) === date.getUTCDate();
  });
}

function isWeekday(list: string, atMs: number): boolean {
  const date = new Date(atMs);
  return list.split(',').some((item) => {
    if (item === '*' || item === '?') return true;
    if (Number.parseInt(item, 10) % 7 !== date.getUTCDay()) return false;
    if (item.endsWith('L')) return monthOf(atMs, 7) !== date.getUTCMonth();
    const week = item.split('#')[1];
    return week === undefined || Math.ceil(date.getUTCDate() / 7) === Number(week);
  });
}
