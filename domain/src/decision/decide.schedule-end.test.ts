import { describe, expect, test } from 'vitest';
import { cron, HOUR, rules, type Scenario, startScenario, time } from '../../test/scenario.ts';
import { explain } from './explanation.ts';

/** Runs at 02:00 on 21 and 22 November, and never again. */
const ending = rules({
  schedule: { type: 'oncalendar', onCalendar: '2026-11-21..22 02:00', timezone: 'UTC', graceMs: HOUR },
});
const untilLast = () => startScenario(ending).at('01:00').ping().at('02:00').ping();
const explained = (scenario: Scenario) => explain(scenario.monitor(), scenario.now());

describe('the last occurrence of a schedule', () => {
  test('no more runs are expected after the last occurrence, and the status stays', () => {
    const scenario = untilLast();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    scenario.at('22 02:10').ping();
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    scenario.at('30 00:00').advance();
    expect(scenario.status()).toBe('up');
    expect(explained(scenario)).toBe('Up. No more runs are expected.');
    expect(scenario.runs().map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  test('a missed run is a failure, and a late report recovers the monitor and takes over the row', () => {
    const scenario = untilLast().at('22 03:01').advance();
    expect(scenario.status()).toBe('down');
    expect(explained(scenario)).toBe(
      'Down since 03:00: the 02:00 run missed its deadline. Recovers on the next success.',
    );
    scenario.at('23 09:00').ping();
    expect(scenario.runOf('22 02:00')).toMatchObject({ state: 'succeeded', late: true });
    expect(scenario.status()).toBe('up');
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
  });

  test('reports after the last occurrence are extra runs', () => {
    const scenario = untilLast().at('22 02:10').ping().at('25 12:00').fail().at('25 13:00').ping();
    expect(scenario.runs().slice(3)).toMatchObject([
      { state: 'failed', expectedAt: null },
      { state: 'succeeded', expectedAt: null },
    ]);
    expect(scenario.path()).toBe('new>up up>down down>up');
  });

  test('a blind window over the last occurrence leaves an unknown run', () => {
    const scenario = untilLast().at('22 05:00').blindSince('22 01:00');
    expect(scenario.runOf('22 02:00')).toMatchObject({ state: 'unknown' });
    expect(scenario.status()).toBe('up');
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
  });

  test('a pause and a resume expect no run, and another schedule expects its next occurrence', () => {
    const scenario = untilLast().at('22 02:10').ping().at('22 10:00').pause().at('22 11:00').resume();
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    expect(explained(scenario)).toBe('Up. No more runs are expected.');
    scenario.at('22 12:00').edit({ schedule: cron('0 2 * * *', HOUR) });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('23 02:00'));
  });

  test('no run is expected after the first report of a job whose schedule has ended', () => {
    const scenario = startScenario(ending, { createdAt: '23 00:00' }).at('23 01:00').ping();
    expect(explained(scenario)).toBe('Up. No more runs are expected.');
    expect(scenario.at('30 00:00').advance().status()).toBe('up');
  });
});
