import { describe, expect, test } from 'vitest';
import { MINUTE, rules, SECOND, startScenario } from '../../test/scenario.ts';
import type { Ping } from '../ping/event.ts';
import { findRecorded, type RecordedReport } from './repeated-report.ts';

const DAILY = rules();
const NOON = Date.UTC(2026, 10, 22, 12);

describe('rule 18: repeated reports', () => {
  test('a repeated report is recorded once, and changes nothing', () => {
    const job = startScenario(DAILY).at('01:00').ping().at('06:00');
    job.start({ rid: 'a', happened: '02:01' }).end({ rid: 'a', happened: '02:31' });
    const before = job.monitor();
    job.at('06:10').end({ rid: 'a', happened: '02:31' }).start({ rid: 'a', happened: '02:01' });
    expect(job.events().map(({ number, type }) => [number, type])).toEqual([
      [1, 'ping'],
      [2, 'start'],
      [3, 'end'],
    ]);
    expect(job.monitor()).toEqual(before);
  });

  test('a repeated report is recognized after the latest end', () => {
    const job = startScenario(DAILY).at('06:00').fail({ rid: 'a', happened: '02:31' });
    job.end({ rid: 'a', happened: '02:40' }).fail({ rid: 'a', happened: '02:31' });
    expect(job.events()).toHaveLength(2);
  });

  test('a repeated report is judged after the due verdicts', () => {
    const job = startScenario(DAILY).at('01:00').ping().end({ rid: 'a', happened: '00:30' });
    job.at('05:00').end({ rid: 'a', happened: '00:30' });
    expect(job.events()).toHaveLength(2);
    expect(job.status()).toBe('down');
  });

  test.each([
    ['end', '02:30:00', 1],
    ['end', '02:31:00', 1],
    ['end', '02:29:00', 1],
    ['end', '02:31:00.001', 2],
    ['end', '02:28:59.999', 2],
    ['fail', '02:30:00', 2],
  ] as const)(
    'a repeated report may have arrived without its time before: %s at %s after an end at 02:30',
    (type, happened, count) => {
      const job = startScenario(DAILY).at('02:30').end({ rid: 'a' }).at('06:00');
      job[type]({ rid: 'a', happened });
      expect(job.events()).toHaveLength(count);
    },
  );

  test('a repeated start is recognized even if it first arrived without its time', () => {
    const job = startScenario(DAILY).at('02:00').start({ rid: 'a' }).at('06:00');
    job.start({ rid: 'a', happened: '01:59:50' });
    expect(job.events()).toHaveLength(1);
  });

  test('a report with another rid or time, without a time, or without a rid is not a repetition', () => {
    const job = startScenario(DAILY).at('06:00').log({ rid: 'a', happened: '02:31' });
    job.log({ rid: 'b', happened: '02:31' }).log({ rid: 'a', happened: '02:31:00.001' });
    job.log({ rid: 'a' }).log({ rid: 'a' }).log({ happened: '02:31' }).log({ happened: '02:31' });
    job.log({ rid: 'a', happened: '05:59:59' });
    expect(job.events()).toHaveLength(8);
  });
});

describe('a log and an exit status', () => {
  const ping: Ping = {
    kind: 'ping',
    at: NOON,
    type: 'fail',
    rid: 'a',
    durationMs: null,
    warnings: [],
    happenedAt: NOON - MINUTE,
  };
  const key = { runID: 'a', happenedAt: NOON - MINUTE, number: null };

  function recorded(exitStatus: number | null, log: string | null): RecordedReport {
    const body = log === null ? null : Buffer.from(log);
    const event = {
      number: 7,
      type: 'fail' as const,
      at: NOON - SECOND,
      happenedAt: NOON - MINUTE,
      durationMs: null,
      runID: 'a',
      warnings: [],
    };
    return { event, exitStatus, body };
  }

  test.each([
    [17, 'the log', true],
    [17, null, true],
    [17, '', true],
    [17, 'the lot', false],
    [17, 'the log of more', false],
    [3, 'the log', false],
    [null, 'the log', false],
  ])('tell reports apart: %s and %j repeat 17 and "the log": %s', (exitStatus, log, isRepeat) => {
    const content = { exitStatus, body: log === null ? null : Buffer.from(log) };
    const found = findRecorded(ping, { key, content, candidates: [recorded(17, 'the log')] });
    expect(found?.number ?? null).toBe(isRepeat ? 7 : null);
  });

  test('are recorded if the first attempt had no log', () => {
    const content = { exitStatus: 17, body: Buffer.from('the log') };
    expect(findRecorded(ping, { key, content, candidates: [recorded(17, null)] })).toBeNull();
  });
});
