import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { diffLogs, EDITS_MAX, LINES_MAX, SHOWN_MAX } from './log-diff.ts';

const GOOD = [
  '2026-11-22T02:00:01.120Z backup[4711] starting run 0f9619ff-8b86-d011-b42d-00cf4fc964ff',
  'Nov 22 02:00:02 host pg_dump[4712]: dumping orders',
  'wrote /tmp/dump.Xy12Zk/orders.sql in 12.3 s (41.2 MB/s)',
  'checksum 5d41402abc4b2a76b9719d911017c592',
  '184 tables dumped',
  'done after 3 min 12 s, pid 4711',
].join('\n');
const BAD = [
  '2026-11-23T02:00:01.998Z backup[31337] starting run 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  'Nov 23 02:00:04 host pg_dump[31338]: dumping orders',
  'wrote /tmp/dump.Ab34Qq/orders.sql in 9.8 s (8.1 MB/s)',
  'checksum 9b74c9897bac770ffc029102a200c5de',
  'pg_dump: error: No space left on device',
  'done after 45 s, pid 31337',
].join('\n');

test('only lines that vary between runs differ', () => {
  expect(diffLogs(GOOD, BAD)).toEqual({
    outcome: 'different',
    lines: [
      { kind: 'skipped', text: '', count: 2 },
      { kind: 'same', text: BAD.split('\n')[2], count: 1 },
      { kind: 'same', text: BAD.split('\n')[3], count: 1 },
      { kind: 'removed', text: '184 tables dumped', count: 1 },
      { kind: 'added', text: 'pg_dump: error: No space left on device', count: 1 },
      { kind: 'same', text: BAD.split('\n')[5], count: 1 },
    ],
    isCut: false,
  });
});

test('logs that differ only in changing parts are the same', () => {
  expect(diffLogs(GOOD, GOOD.replaceAll('4711', '99').replaceAll('22', '23'))).toEqual({
    outcome: 'same',
    lines: [],
    isCut: false,
  });
});

test('colours and carriage returns are ignored', () => {
  const colored = '\u001b[32mok\u001b[0m 184 tables\r\n 10 %\r 50 %\rfinished\r\n';
  expect(diffLogs('ok 184 tables\nfinished\n', colored).outcome).toBe('same');
});

test('a number that is a result counts', () => {
  expect(diffLogs('exit status 0\n42 rows', 'exit status 1\n0 rows').lines.map(({ kind }) => kind)).toEqual([
    'removed',
    'removed',
    'added',
    'added',
  ]);
});

test('an empty log differs from a log with text by all lines', () => {
  expect(diffLogs('', 'one\ntwo').lines).toEqual([
    { kind: 'added', text: 'one', count: 1 },
    { kind: 'added', text: 'two', count: 1 },
  ]);
  expect(diffLogs('', '\n\n').outcome).toBe('same');
});

describe('limits', () => {
  const lines = (count: number, text: string) =>
    Array.from({ length: count }, (_, at) => `${text} line-${at}x`);

  test('logs with more differing lines than the limit are too different', () => {
    const [old, current] = [lines(EDITS_MAX, 'old').join('\n'), lines(EDITS_MAX, 'new').join('\n')];
    expect(diffLogs(old, current)).toEqual({ outcome: 'too_different', lines: [], isCut: false });
  });

  test('only the ends of long logs are compared', () => {
    const log = lines(LINES_MAX + 1, 'a');
    const diff = diffLogs(['first', ...log.slice(1)].join('\n'), log.join('\n'));
    expect(diff).toEqual({ outcome: 'same', lines: [], isCut: true });
  });

  test('a long result is cut', () => {
    const diff = diffLogs('', lines(SHOWN_MAX + 1, 'new').join('\n'));
    expect(diff).toMatchObject({ outcome: 'different', isCut: true });
    expect(diff.lines).toHaveLength(SHOWN_MAX);
  });

  test.each([
    '1:'.repeat(50_000),
    '\n'.repeat(100_000),
    'a'.repeat(100_000),
    '2026-'.repeat(20_000),
    '\u001b[3'.repeat(30_000),
    '\u001b]'.repeat(50_000),
    'deadbeef'.repeat(12_000),
    '1 s '.repeat(25_000),
    '1 s\n'.repeat(25_000),
    '\r'.repeat(100_000),
  ])('a hostile log is compared quickly (%#)', (log) => {
    const takenMs = processorMs(() => {
      diffLogs(log, `${log}x`);
      diffLogs(log, 'x');
    });
    expect(takenMs).toBeLessThan(2000);
  });
});
