import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, every, HOUR, MINUTE, rules } from '../../test/scenario.ts';
import { FAILURE_REASONS, type Monitor, newMonitorState, statusAt } from '../monitor/state.ts';
import { explain, explainedUntil } from './explanation.ts';

/** Times before clocks in Riga go forward and back, and before a year ends. */
const EVES = [Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 20), Date.UTC(2026, 11, 31, 20)];
const ZONES = ['UTC', 'Europe/Riga', 'Asia/Kolkata', 'Pacific/Apia'];

/** Also generates states that the rules can't produce. */
function monitorAround(eve: number): fc.Arbitrary<Monitor> {
  const time = fc.integer({ min: eve - DAY, max: eve + 2 * DAY });
  const timeOrNull = fc.option(time);
  const failure = fc.record({
    reason: fc.constantFrom(...FAILURE_REASONS),
    at: time,
    expectedAt: timeOrNull,
  });
  const count = fc.integer({ min: 0, max: 3 });
  const state = fc.record({
    paused: fc.boolean(),
    hasReported: fc.boolean(),
    nextExpectedAt: timeOrNull,
    failureStreak: count,
    successStreak: count,
    openRunCount: count,
    runLimitAt: timeOrNull,
    incident: fc.option(failure, { freq: 1 }),
    lastFailure: fc.option(failure),
  });
  const grace = fc.constantFrom(0, MINUTE, 12 * HOUR);
  return fc.tuple(state, fc.constantFrom(...ZONES), grace).map(([some, zone, graceMs]) => ({
    rules: rules({ schedule: every(DAY, graceMs, zone), alertAfterFailures: 2, recoverAfterSuccesses: 2 }),
    state: { ...newMonitorState({ kind: 'cron', createdAt: eve, paused: false }), ...some },
  }));
}

const cases = fc.constantFrom(...EVES).chain((eve) =>
  fc.record({
    monitor: monitorAround(eve),
    now: fc.integer({ min: eve - DAY, max: eve + 2 * DAY }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

describe('expiry of explanations', () => {
  test('the text and the status stay the same until the expiry', () => {
    fc.assert(
      fc.property(cases, ({ monitor, now, share }) => {
        const until = explainedUntil(monitor, now);
        expect(until).toBeGreaterThan(now);
        for (const at of [until - 1, now + Math.floor((until - 1 - now) * share)]) {
          expect(explain(monitor, at)).toBe(explain(monitor, now));
          expect(statusAt(monitor, at)).toBe(statusAt(monitor, now));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('an explanation expires when an occurrence changes its text', () => {
    const now = EVES[0]!;
    const state = {
      ...newMonitorState({ kind: 'cron', createdAt: now, paused: false }),
      hasReported: true,
      nextExpectedAt: now + MINUTE,
    };
    const monitor = { rules: rules({ schedule: every(DAY, HOUR) }), state };
    const until = explainedUntil(monitor, now);
    expect(until).toBe(now + MINUTE + 1);
    expect(explain(monitor, until)).not.toBe(explain(monitor, now));
  });
});
