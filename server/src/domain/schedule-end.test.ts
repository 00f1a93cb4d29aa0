import { describe, expect, test } from 'vitest';
import { cron, HOUR, rules, type Story, story, time } from '../../test/domain-story.ts';
import { explain } from './explanation.ts';

/** Runs at 02:00 on 21 and 22 November, and never again. */
const ending = rules({
  schedule: { type: 'oncalendar', onCalendar: '2026-11-21..22 02:00', timezone: 'UTC', graceMs: HOUR },
});
const untilLast = () => story(ending).at('01:00').ping().at('02:00').ping();
const explained = (told: Story) => explain(told.monitor(), told.now());

describe('after the last occurrence of a schedule', () => {
  test('no more runs are expected, and the status stays', () => {
    const told = untilLast();
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    told.at('22 02:10').ping();
    expect(told.monitor().state.nextExpectedAt).toBeNull();
    told.at('30 00:00').look();
    expect(told.status()).toBe('up');
    expect(explained(told)).toBe('Up. No more runs are expected.');
    expect(told.runs().map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  test('a missed run is a failure, and a late report recovers the monitor and takes over the row', () => {
    const told = untilLast().at('22 03:01').look();
    expect(told.status()).toBe('down');
    expect(explained(told)).toBe(
      'Down since 03:00: the 02:00 run missed its deadline. Recovers on the next success.',
    );
    told.at('23 09:00').ping();
    expect(told.runOf('22 02:00')).toMatchObject({ state: 'succeeded', late: true });
    expect(told.status()).toBe('up');
    expect(told.monitor().state.nextExpectedAt).toBeNull();
  });

  test('further reports are extra runs', () => {
    const told = untilLast().at('22 02:10').ping().at('25 12:00').fail().at('25 13:00').ping();
    expect(told.runs().slice(3)).toMatchObject([
      { state: 'failed', expectedAt: null },
      { state: 'succeeded', expectedAt: null },
    ]);
    expect(told.path()).toBe('new>up up>down down>up');
  });

  test('a blind window over the last occurrence leaves an unknown run', () => {
    const told = untilLast().at('22 05:00').blindSince('22 01:00');
    expect(told.runOf('22 02:00')).toMatchObject({ state: 'unknown' });
    expect(told.status()).toBe('up');
    expect(told.monitor().state.nextExpectedAt).toBeNull();
  });

  test('a pause and a resume expect no run, and another schedule expects its next occurrence', () => {
    const told = untilLast().at('22 02:10').ping().at('22 10:00').pause().at('22 11:00').resume();
    expect(told.monitor().state.nextExpectedAt).toBeNull();
    expect(explained(told)).toBe('Up. No more runs are expected.');
    told.at('22 12:00').edit({ schedule: cron('0 2 * * *', HOUR) });
    expect(told.monitor().state.nextExpectedAt).toBe(time('23 02:00'));
  });

  test('after the first report of a job whose schedule has ended, no run is expected', () => {
    const told = story(ending, { createdAt: '23 00:00' }).at('23 01:00').ping();
    expect(explained(told)).toBe('Up. No more runs are expected.');
    expect(told.at('30 00:00').look().status()).toBe('up');
  });
});
