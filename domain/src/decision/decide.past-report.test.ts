import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, startScenario } from '../../test/scenario.ts';
import { eventTimeOf, parseReportedTime } from '../ping/reported-time.ts';

const DAILY = rules();
const HOURLY = rules({ schedule: cron('0 * * * *', 10 * MINUTE) });

describe('rule 18: a report about the past', () => {
  test('a report replaces a missed run by the reported result, and ends the incident', () => {
    const job = startScenario(DAILY).at('01:00').ping().at('05:00').advance();
    expect(job.status()).toBe('down');
    job.end({ rid: 'a', happened: '02:20', durationMs: 19 * MINUTE });
    expect(job.runOf('02:00')).toMatchObject({ state: 'succeeded', late: false, runID: 'a' });
    expect(job.path()).toBe('new>up up>down down>up');
    expect(job.lastEvent()).toMatchObject({ number: 2, runID: 'a', durationMs: 19 * MINUTE });
  });

  test('a report marks a run late if the run began after its deadline', () => {
    const job = startScenario(DAILY).at('01:00').ping().at('06:00');
    job.ping({ happened: '03:30' });
    expect(job.runOf('02:00')).toMatchObject({ state: 'succeeded', late: true });
  });

  test.each([
    ['in order', [1, 2, 3]],
    ['newest first', [3, 2, 1]],
    ['mixed', [2, 3, 1]],
  ])('a report heals an outage of the network: %s', (_, order) => {
    const job = startScenario(HOURLY).at('00:00').ping({ rid: 'r0' }).at('03:40').advance();
    expect(job.runs().filter(({ state }) => state === 'missed')).toHaveLength(3);
    for (const hour of order) job.end({ rid: `r${hour}`, happened: `0${hour}:02` });
    expect(job.runs().map(({ state, late }) => [state, late])).toEqual(
      Array.from({ length: 4 }, () => ['succeeded', false]),
    );
    expect(job.status()).toBe('up');
  });

  test('a report heals an interval, which goes on from its newest run', () => {
    const job = startScenario(rules({ schedule: every(HOUR, 10 * MINUTE) }))
      .at('00:05')
      .ping()
      .at('03:30')
      .advance();
    for (const hour of [1, 2, 3]) job.ping({ happened: `0${hour}:06` });
    expect(job.runs().map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'succeeded'));
    expect(job.monitor().state.nextExpectedAt).toBe(job.now() + 36 * MINUTE);
  });

  test('a report starts the schedule of a new monitor after its arrival', () => {
    const job = startScenario(rules({ schedule: every(HOUR, 0) })).at('05:30');
    job.ping({ happened: '02:00' }).ping({ happened: '03:00' });
    expect(job.runs().map(({ expectedAt }) => expectedAt)).toEqual([null, null]);
    expect(job.monitor().state.nextExpectedAt).toBe(job.now() + 30 * MINUTE);
  });

  test('a reported failure changes the status only if no newer run has succeeded', () => {
    const job = startScenario(HOURLY).at('00:00').ping().at('02:01').ping();
    expect(job.runOf('01:00')).toMatchObject({ state: 'missed' });
    job.fail({ happened: '01:03' });
    expect(job.runOf('01:00')).toMatchObject({ state: 'failed', late: false });
    expect(job.status()).toBe('up');
    job.fail({ happened: '02:01:30' });
    expect(job.status()).toBe('down');
  });

  test('a reported success leaves a monitor down if a newer run has failed', () => {
    const job = startScenario(HOURLY).at('00:00').ping().at('02:01').fail();
    job.end({ happened: '01:03' });
    expect(job.runOf('01:00')).toMatchObject({ state: 'succeeded' });
    expect(job.status()).toBe('down');
  });

  test('a report ends an incident that no longer has enough failures, regardless of the recovery threshold', () => {
    const strict = { ...HOURLY, alertAfterFailures: 2, recoverAfterSuccesses: 3 };
    const job = startScenario(strict).at('00:00').ping().at('02:15').advance();
    expect(job.status()).toBe('down');
    job.end({ happened: '01:03' });
    expect(job.status()).toBe('failing');
  });

  test('a reported start leaves a minute for its end', () => {
    const job = startScenario(DAILY).at('01:00').ping().at('06:00').start({ rid: 'a', happened: '02:01' });
    expect(job.at('06:00:59').advance().lastRun()).toMatchObject({ state: 'running' });
    job.end({ rid: 'a', happened: '02:31' });
    expect(job.runOf('02:00')).toMatchObject({ state: 'succeeded', late: false, durationMs: 30 * MINUTE });
    job.start({ rid: 'b', happened: '02:40' }).at('06:02').advance();
    expect(job.lastRun()).toMatchObject({ runID: 'b', state: 'timed_out' });
  });

  test('a report adds a start after its end', () => {
    const job = startScenario(DAILY).at('01:00').ping().at('06:00');
    job.end({ rid: 'a', happened: '02:31' }).start({ rid: 'a', happened: '02:01' });
    expect(job.runOf('02:00')).toMatchObject({ state: 'succeeded', durationMs: 30 * MINUTE });
    expect(job.lastEvent().warnings).toEqual([]);
  });

  test('an end older than the recorded end changes nothing', () => {
    const job = startScenario(DAILY).at('06:00').end({ rid: 'a' });
    job.fail({ rid: 'a', happened: '05:00' });
    expect(job.lastRun()).toMatchObject({ state: 'succeeded', endEvent: 1 });
    expect(job.status()).toBe('up');
  });

  test('a report resumes no monitor, and does not count for a monitor that is or was paused', () => {
    const job = startScenario({ ...HOURLY, manualResume: false })
      .at('00:00')
      .ping()
      .at('00:30')
      .pause();
    job.at('02:30').fail({ happened: '01:02' });
    expect(job.status()).toBe('paused');
    job.at('02:40').resume().fail({ happened: '01:30' });
    expect(job.status()).toBe('up');
  });
});

describe('a reported time', () => {
  const NOW = Date.UTC(2026, 10, 22, 12);

  test.each([
    ['2026-11-22T02:00:00Z', Date.UTC(2026, 10, 22, 2)],
    ['2026-11-22t02:00:00.250z', Date.UTC(2026, 10, 22, 2, 0, 0, 250)],
    ['2026-11-22 02:00:00+02:00', Date.UTC(2026, 10, 22)],
    ['2026-11-22T02:00:00-05:30', Date.UTC(2026, 10, 22, 7, 30)],
    ['2026-11-22T02:00:00 02:00', Date.UTC(2026, 10, 22)],
    ['1795312800', 1_795_312_800_000],
    ['1795312800.1234', 1_795_312_800_123],
  ])('is read from %s', (text, at) => expect(parseReportedTime(text)).toBe(at));

  test.each([
    '',
    'yesterday',
    '2026-11-22',
    '2026-11-22T02:00:00',
    '2026-13-01T00:00:00Z',
    '-5',
    '1e9',
    '0x10',
  ])('is not read from %j', (text) => expect(parseReportedTime(text)).toBeNull());

  test('is at most 30 days in the past or one minute ahead, and a time ahead counts as now', () => {
    expect(eventTimeOf(NOW - 30 * 24 * HOUR, NOW)).toBe(NOW - 30 * 24 * HOUR);
    expect(eventTimeOf(NOW - 30 * 24 * HOUR - 1, NOW)).toBeNull();
    expect(eventTimeOf(NOW + MINUTE, NOW)).toBe(NOW);
    expect(eventTimeOf(NOW + MINUTE + 1, NOW)).toBeNull();
  });
});
