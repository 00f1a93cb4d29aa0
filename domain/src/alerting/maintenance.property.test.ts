import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../time-units.ts';
import type { MaintenanceTimes, MaintenanceWindow } from './alert-settings.ts';
import { activeUntil, maintenanceEnd, nextStart } from './maintenance.ts';
import type { MaintenanceScope, MaintenanceSubject } from './maintenance-scope.ts';

fc.configureGlobal({ seed: 20261121 });

const DAY_MINUTES = 1440;
const DAYS = 5;

/** Days on which a zone's clock goes forward, goes back, changes by half an hour, changes at midnight, or doesn't change. */
const STRETCHES = (
  [
    ['Europe/Riga', '2024-03-31'],
    ['Europe/Riga', '2024-10-27'],
    ['Australia/Lord_Howe', '2024-10-06'],
    ['America/Santiago', '2024-09-08'],
    ['UTC', '2024-02-29'],
  ] as const
).map(([zone, day]) => ({
  zone,
  from: Date.parse(day) - 2 * DAY_MINUTES * MINUTE_MS,
  walls: [] as number[],
}));
for (const { zone, from, walls } of STRETCHES) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  for (let minute = 0; minute < DAYS * DAY_MINUTES; minute += 1)
    walls.push(Date.parse(`${format.format(from + minute * MINUTE_MS).replace(' ', 'T')}Z`) / MINUTE_MS);
}
type Stretch = (typeof STRETCHES)[number];

interface ModelWindow {
  readonly scope: MaintenanceScope;
  readonly hours: readonly number[];
  readonly minute: number;
  readonly duration: number;
  /** For a window that occurs once: its start, in minutes from the beginning of the range. Null for a recurring window. */
  readonly onceFrom: number | null;
}

const someOf = (...names: string[]) => fc.subarray(names, { maxLength: 2 });
const aWindow: fc.Arbitrary<ModelWindow> = fc.record({
  scope: fc.oneof(
    fc.constant({ monitors: [], tags: [], projects: [] }),
    fc.record({ monitors: someOf('m1', 'm2'), tags: someOf('a', 'b'), projects: someOf('p1', 'p2') }),
  ),
  hours: fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 23 })), {
    minLength: 1,
    maxLength: 3,
  }),
  minute: fc.constantFrom(0, 15, 30, 59),
  duration: fc.oneof(fc.constantFrom(1, 15, 30, 60, 120), fc.integer({ min: 1, max: 600 })),
  onceFrom: fc.option(fc.integer({ min: 0, max: DAYS * DAY_MINUTES })),
});
const aSubject: fc.Arbitrary<MaintenanceSubject> = fc.record({
  shortID: fc.constantFrom('m1', 'm2', 'm3'),
  tags: someOf('a', 'b', 'c'),
  projectShortID: fc.constantFrom('p1', 'p2', 'p3'),
});

function windowOf(model: ModelWindow, { zone, from }: Stretch, index: number): MaintenanceWindow {
  const { onceFrom, duration } = model;
  const times: MaintenanceTimes =
    onceFrom === null
      ? {
          type: 'cron',
          cron: `${model.minute} ${model.hours.join()} * * *`,
          timezone: zone,
          durationMs: duration * MINUTE_MS,
        }
      : { type: 'once', from: from + onceFrom * MINUTE_MS, to: from + (onceFrom + duration) * MINUTE_MS };
  return { shortID: `w${index}`, name: 'w', scope: model.scope, times };
}

/**
 * Returns the minutes at which a window begins. The window begins once at each of its times of day. If the clock skips a time, the
 * window begins after the gap.
 */
function startsOf({ onceFrom, hours, minute }: ModelWindow, { walls }: Stretch): readonly number[] {
  if (onceFrom !== null) return [onceFrom];
  const starts: number[] = [];
  let reached = (walls[0] ?? 0) - 1;
  walls.forEach((wall, index) => {
    let isDue = false;
    for (let shown = reached + 1; shown <= wall; shown += 1)
      isDue ||= shown % 60 === minute && hours.includes(Math.floor(shown / 60) % 24);
    reached = Math.max(reached, wall);
    if (isDue) starts.push(index);
  });
  return starts;
}

function isFor({ scope }: ModelWindow, subject: MaintenanceSubject): boolean {
  const named = [...scope.monitors, ...scope.tags, ...scope.projects];
  const names = new Set([subject.shortID, ...subject.tags, subject.projectShortID]);
  return named.length === 0 || named.some((name) => names.has(name));
}

/** Minutes that lie in a window whose scope includes the subject. */
function coveredMinutes(models: readonly ModelWindow[], subject: MaintenanceSubject, stretch: Stretch) {
  const covered = new Set<number>();
  for (const model of models.filter((candidate) => isFor(candidate, subject)))
    for (const start of startsOf(model, stretch))
      for (let minute = start; minute < start + model.duration; minute += 1) covered.add(minute);
  return covered;
}

describe('maintenance', () => {
  test('covers exactly the minutes of its windows, and ends with the last adjoining window', () => {
    let inside = 0;
    let outside = 0;
    const aStretch = fc.constantFrom(...STRETCHES);
    // Leaves out the first and the last day, because the model knows only windows that start within the range.
    const aMinute = fc.integer({ min: DAY_MINUTES, max: 4 * DAY_MINUTES });
    const someWindows = fc.array(aWindow, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(aStretch, someWindows, aSubject, aMinute, (stretch, models, subject, minute) => {
        const windows = models.map((model, index) => windowOf(model, stretch, index));
        const found = maintenanceEnd(windows, subject, stretch.from + minute * MINUTE_MS);
        const covered = coveredMinutes(models, subject, stretch);
        if (!covered.has(minute)) {
          outside += 1;
          expect(found).toBeNull();
          return;
        }
        inside += 1;
        let end = minute;
        while (covered.has(end)) end += 1;
        fc.pre(end < DAYS * DAY_MINUTES);
        expect(((found?.endsAt ?? 0) - stretch.from) / MINUTE_MS).toBe(end);
        const joins = models
          .filter((candidate) => isFor(candidate, subject))
          .map((model) => windows[models.indexOf(model)]);
        expect(joins).toContain(found?.window);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(inside, outside)).toBeGreaterThan(200);
  });

  test('begins next at the local time of its time zone', () => {
    const aMinute = fc.integer({ min: 0, max: 3 * DAY_MINUTES });
    fc.assert(
      fc.property(fc.constantFrom(...STRETCHES), aWindow, aMinute, (stretch, model, minute) => {
        const next = nextStart(windowOf(model, stretch, 0), stretch.from + minute * MINUTE_MS);
        const start = startsOf(model, stretch).find((candidate) => candidate > minute);
        expect(next).toBe(start === undefined ? null : stretch.from + start * MINUTE_MS);
      }),
      { numRuns: 1000 },
    );
  });

  test('never-ending windows are searched for a bounded time', () => {
    const window: MaintenanceWindow = {
      shortID: 'w',
      name: 'always',
      scope: { monitors: [], tags: [], projects: [] },
      times: { type: 'cron', cron: '* * * * *', timezone: 'UTC', durationMs: MINUTE_MS },
    };
    const subject = { shortID: 'm', tags: [], projectShortID: 'p' };
    expect(maintenanceEnd([window], subject, 30_000)).toMatchObject({ window, endsAt: 101 * MINUTE_MS });
  });

  test('contains its first millisecond, and not the millisecond of its end', () => {
    const day = Date.UTC(2026, 10, 21);
    const scope = { monitors: [], tags: [], projects: [] };
    const subject = { shortID: 'm', tags: [], projectShortID: 'p' };
    const cron = { type: 'cron', cron: '0 2 * * *', timezone: 'UTC', durationMs: 60 * MINUTE_MS } as const;
    const once = { type: 'once', from: day + 120 * MINUTE_MS, to: day + 180 * MINUTE_MS } as const;
    for (const times of [cron, once]) {
      const window = { shortID: 'w', name: 'w', scope, times };
      const endsAt = (at: number) => maintenanceEnd([window], subject, day + at)?.endsAt;
      expect([endsAt(120 * MINUTE_MS - 1), endsAt(180 * MINUTE_MS)]).toEqual([undefined, undefined]);
      expect([endsAt(120 * MINUTE_MS), endsAt(180 * MINUTE_MS - 1)]).toEqual([once.to, once.to]);
    }
    const overlapping = { ...cron, cron: '0 * * * *', durationMs: 150 * MINUTE_MS };
    const window = { shortID: 'w', name: 'w', scope, times: overlapping };
    expect(activeUntil(window, day + 30 * MINUTE_MS)).toBe(day + 150 * MINUTE_MS);
  });
});
