import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cron,
  every,
  MINUTE,
  rules,
  type Scenario,
  SECOND,
  startScenario,
  time,
} from '../../test/scenario.ts';
import type { Schedule } from '../schedule/schedule.ts';

const SCHEDULES: readonly Schedule[] = [cron('*/10 * * * *', 2 * MINUTE), every(10 * MINUTE, 2 * MINUTE)];

interface Report {
  readonly at: number;
  readonly rid: string;
  readonly type: 'start' | 'end' | 'fail';
  /** Position among the reports that are sent late; null for a report that is sent without delay. */
  readonly place: number | null;
}

/**
 * Scenario of a job that starts soon after each scheduled time. Some reports can't be sent at first, and are sent when the
 * network is back.
 */
const outages = fc.record({
  schedule: fc.constantFrom(...SCHEDULES),
  alertAfterFailures: fc.integer({ min: 1, max: 2 }),
  runs: fc.array(
    fc.record({
      delayMs: fc.integer({ min: 0, max: 3 }).map((minutes) => minutes * MINUTE),
      lengthMs: fc.integer({ min: 1, max: 5 * 60 }).map((seconds) => seconds * SECOND),
      outcome: fc.constantFrom('end', 'end', 'fail'),
      startPlace: fc.option(fc.nat(1000)),
      endPlace: fc.option(fc.nat(1000)),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  /** Reports whose response was lost, so that they are sent again. */
  repeated: fc.array(fc.nat(15)),
});

function send(scenario: Scenario, { type, rid }: Report, happened?: number): void {
  scenario[type]({ rid, ...(happened === undefined ? {} : { happenedAt: happened }) });
}

/**
 * Returns the job's runs without fields that depend on the order in which reports arrive. The expected times of an interval
 * depend on this order, because they count from the latest report.
 */
function history(scenario: Scenario, type: Schedule['type']) {
  return scenario
    .runs()
    .map(({ runID, state, expectedAt, startedAt, endedAt, durationMs, late }) => ({
      id: runID.startsWith('job') ? runID : '',
      ...{ state, startedAt, endedAt, durationMs },
      ...(type === 'interval' ? {} : { expectedAt, late }),
      at: startedAt ?? expectedAt ?? 0,
    }))
    .sort((a, b) => a.at - b.at);
}

test('late reports, in any order and some of them repeated, give the same history as timely reports', () => {
  fc.assert(
    fc.property(outages, ({ schedule, alertAfterFailures, runs, repeated }) => {
      const judged = rules({ schedule, alertAfterFailures, maxRunMs: 4 * MINUTE });
      const begin = time('00:00');
      const reports = runs.flatMap(
        ({ delayMs, lengthMs, outcome, startPlace, endPlace }, index): Report[] => {
          // With an interval, all runs are short and on time. An interval counts from the reports, so a long run whose start is
          // lost would shift the next expected times.
          const isOnTime = schedule.type === 'interval';
          const passes = isOnTime ? Math.min(lengthMs, 50 * SECOND) : lengthMs;
          const at = begin + (index + 1) * 10 * MINUTE + (isOnTime ? 0 : delayMs);
          const rid = `job-${index}`;
          return [
            { at, rid, type: 'start', place: startPlace },
            { at: at + passes, rid, type: outcome, place: endPlace },
          ];
        },
      );
      const end = begin + (runs.length + 1) * 10 * MINUTE - SECOND;
      const atOnce = startScenario(judged).at(begin).end({ rid: 'job' });
      const disturbed = startScenario(judged).at(begin).end({ rid: 'job' });
      for (const report of reports) {
        send(atOnce.at(report.at).advance(), report);
        if (report.place === null) send(disturbed.at(report.at).advance(), report);
        else disturbed.at(report.at).advance();
      }
      atOnce.at(end).advance();
      disturbed.at(end).advance();
      const late = reports.filter(({ place }) => place !== null);
      late.sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
      for (const report of late) send(disturbed, report, report.at);
      for (const report of repeated.flatMap((index) => reports[index] ?? []))
        send(disturbed, report, report.at);
      expect(disturbed.events()).toHaveLength(atOnce.events().length);
      expect(history(disturbed, schedule.type)).toEqual(history(atOnce, schedule.type));
      expect(disturbed.status()).toBe(atOnce.status());
    }),
    { numRuns: 200 },
  );
});
