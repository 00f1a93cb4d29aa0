import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../time-units.ts';
import { coverage, onCallAt } from './on-call.ts';
import type { DutyHours, Override, Roster, Rotation } from './schedule.ts';

fc.configureGlobal({ seed: 20261123 });

const DAYS = 6;

/** Zones, each with the day of a clock change or a day without a change. */
const CHANGES = [
  ['Europe/Riga', '2026-03-29'],
  ['Europe/Riga', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-09-06'],
  ['Pacific/Apia', '2011-12-30'],
  ['Africa/Casablanca', '2026-02-15'],
  ['Asia/Kathmandu', '2026-11-23'],
  ['UTC', '2026-11-23'],
] as const;

const MEMBERS = ['ann', 'bob', 'cyd'];
const isMember = (memberID: string) => memberID !== 'left';

/** A minute as epoch time (`at`), and as the local date and time in a sortable text (`clock`). */
interface Minute {
  readonly at: number;
  readonly clock: string;
}

const stretches = new Map(
  CHANGES.map(([timezone, day]) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const start = Date.parse(day) - (DAYS / 2 + 1) * DAY_MS;
    const minutes = Array.from({ length: (DAYS + 2) * 1440 }, (_, index): Minute => {
      const at = start + index * MINUTE_MS;
      return { at, clock: format.format(at) };
    });
    return [`${timezone} ${day}`, minutes];
  }),
);

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

function weekday(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** Returns the first minute at which the clock shows a given time or a later time. */
function reached(minutes: readonly Minute[], clock: string): number {
  return minutes.find((minute) => minute.clock >= clock)?.at ?? Number.POSITIVE_INFINITY;
}

/** Returns the member on call in each minute of a rotation. */
function paintRotation(rotation: Rotation, minutes: readonly Minute[]): readonly (string | null)[] {
  const first = minutes[0]?.clock.slice(0, 10) ?? '';
  const dates = Array.from({ length: DAYS + 6 }, (_, index) => addDays(first, index - 2));
  const owners = minutes.map((): string | null => null);
  for (let shift = 0; shift < 400; shift += 1) {
    const from = addDays(rotation.startsOn, shift * rotation.shiftDays);
    const to = addDays(from, rotation.shiftDays);
    if (to < addDays(first, -1) || from > (dates.at(-1) ?? '')) continue;
    const starts = reached(minutes, `${from} ${rotation.handoverAt}`);
    const ends = reached(minutes, `${to} ${rotation.handoverAt}`);
    const member = rotation.members[shift % rotation.members.length] ?? null;
    minutes.forEach(({ at }, index) => {
      if (at >= starts && at < ends) owners[index] = member;
    });
  }
  const { hours } = rotation;
  if (hours === null) return owners;
  const covered = minutes.map(() => false);
  for (const date of dates) {
    if (!hours.weekdays.includes(weekday(date))) continue;
    const starts = reached(minutes, `${date} ${hours.from}`);
    const ends = reached(minutes, `${hours.to > hours.from ? date : addDays(date, 1)} ${hours.to}`);
    minutes.forEach(({ at }, index) => {
      if (at >= starts && at < ends) covered[index] = true;
    });
  }
  return owners.map((owner, index) => (covered[index] === true ? owner : null));
}

function paint({ schedule, overrides }: Roster, minutes: readonly Minute[]): readonly (string | null)[] {
  const rotations = schedule.rotations.map((rotation) => paintRotation(rotation, minutes));
  return minutes.map(({ at }, index) => {
    let owner =
      rotations.map((owners) => owners[index] ?? null).find((owner) => owner !== null && isMember(owner)) ??
      null;
    for (const { memberID, replaces, from, to } of overrides)
      if (isMember(memberID) && from <= at && at < to && (replaces === null || replaces === owner))
        owner = memberID;
    return owner;
  });
}

const member = fc.constantFrom(...MEMBERS, 'left');
const timeOfDay = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 9, 17, 23), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const hours: fc.Arbitrary<DutyHours> = fc.record({
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  from: timeOfDay,
  to: timeOfDay,
});

function rotationNear(day: string): fc.Arbitrary<Rotation> {
  return fc.record({
    members: fc.array(member, { maxLength: 4 }),
    startsOn: fc.integer({ min: -40, max: 3 }).map((days) => addDays(day, days)),
    handoverAt: timeOfDay,
    shiftDays: fc.constantFrom(1, 2, 3, 7, 14),
    hours: fc.option(hours),
  });
}

function overrideNear(day: string): fc.Arbitrary<Override> {
  return fc
    .record({
      memberID: member,
      replaces: fc.option(member),
      start: fc.integer({ min: -5 * 1440, max: 5 * 1440 }),
      length: fc.integer({ min: 1, max: 3 * 1440 }),
      shortID: fc.constantFrom('o1', 'o2', 'o3'),
    })
    .map(({ start, length, ...rest }) => {
      const from = Date.parse(day) + start * MINUTE_MS;
      return { ...rest, schedule: 's', from, to: from + length * MINUTE_MS };
    });
}

const cases = fc.constantFrom(...CHANGES).chain(([timezone, day]) =>
  fc.record({
    key: fc.constant(`${timezone} ${day}`),
    roster: fc.record({
      schedule: fc.record({
        shortID: fc.constant('s'),
        name: fc.constant('Database'),
        timezone: fc.constant(timezone),
        rotations: fc.array(rotationNear(day), { minLength: 1, maxLength: 3 }),
      }),
      overrides: fc.array(overrideNear(day), { maxLength: 3 }),
    }),
  }),
);

/** Returns the minutes without the first and last day, because the model misses some handovers on these two days. */
function inner(minutes: readonly Minute[]): readonly Minute[] {
  return minutes.slice(1440, -1440);
}

test('spans and gaps match a model that checks every minute, across clock changes', () => {
  fc.assert(
    fc.property(cases, ({ key, roster }) => {
      const minutes = stretches.get(key) ?? [];
      const owners = paint(roster, minutes).slice(1440, -1440);
      const looked = inner(minutes);
      const window = { from: looked[0]?.at ?? 0, to: (looked.at(-1)?.at ?? 0) + MINUTE_MS };
      const { spans, gaps } = coverage(roster, window, isMember);
      looked.forEach(({ at }, index) => {
        const own = spans.filter(({ from, to }) => from <= at && at < to).map(({ memberID }) => memberID);
        const open = gaps.filter(({ from, to }) => from <= at && at < to);
        const owner = owners[index] ?? null;
        if (own[0] !== (owner ?? undefined) || own.length + open.length !== 1)
          throw new Error(
            `At ${new Date(at).toISOString()}: ${own} instead of ${owner}; ${open.length} gaps.`,
          );
      });
    }),
    { numRuns: 60 },
  );
});

test('spans and gaps fill a window in order, and neighbours differ', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 1, max: 20_000 }), ({ key, roster }, length) => {
      const from = Date.parse(key.slice(-10));
      const window = { from, to: from + length * MINUTE_MS };
      const { spans, gaps } = coverage(roster, window, isMember);
      const all = [...spans, ...gaps].sort((a, b) => a.from - b.from);
      expect(all.map((shift) => shift.from)).toEqual([from, ...all.slice(0, -1).map(({ to }) => to)]);
      expect(all.at(-1)?.to).toBe(window.to);
    }),
    { numRuns: 25 },
  );
});

test('the member on call now and the end of the shift agree with the spans', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: -4000, max: 4000 }), ({ key, roster }, minute) => {
      const at = Date.parse(key.slice(-10)) + minute * MINUTE_MS;
      const now = onCallAt(roster, at, isMember);
      const owner = (time: number) => onCallAt(roster, time, isMember).memberID;
      expect(coverage(roster, { from: at, to: at + 1 }, isMember).spans[0]?.memberID ?? null).toBe(
        now.memberID,
      );
      if (now.until === null) return;
      expect(owner(now.until - 1)).toBe(now.memberID);
      expect(owner(now.until)).toBe(now.nextMemberID);
      expect(now.nextMemberID).not.toBe(now.memberID);
    }),
    { numRuns: 30 },
  );
});
