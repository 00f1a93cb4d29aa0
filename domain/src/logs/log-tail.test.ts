import { expect, test } from 'vitest';
import { findLikelyErrors, TAIL_LENGTH_MAX, TAIL_LINES_MAX, tailOf } from './log-tail.ts';

test.each([
  ['pg_dump: error: connection failed', true],
  ['ERROR 1045 (28000): Access denied for user', true],
  ['Traceback (most recent call last):', true],
  ['java.lang.NullPointerException: Cannot invoke', true],
  ['bash: foo: command not found', true],
  ['npm ERR! code ELIFECYCLE', true],
  ['\u001b[31mFATAL\u001b[0m out of memory', true],
  ['exit status 1', true],
  ['curl: (28) Operation timed out', true],
  ['exit status 0', false],
  ['0 errors, 184 tables', false],
  ['errors: 0', false],
  ['rsync --timeout=30 --ignore-errors', false],
  ['184 tables dumped', false],
])('%j names a problem: %j', (line, isError) => {
  expect(findLikelyErrors(`start\n${line}`)).toEqual(isError ? [1] : []);
});

test('the start of a traceback and an exit status name the problem only if no other line does', () => {
  const traceback = ['Traceback (most recent call last):', '  File "dump.py", line 3', 'OSError: disk full'];
  expect(findLikelyErrors(traceback.join('\n'))).toEqual([2]);
  expect(findLikelyErrors('dump: connection refused\nexit status 1')).toEqual([0]);
  expect(findLikelyErrors(['Traceback follows', 'KeyboardInterrupt'].join('\n'))).toEqual([0]);
});

test('a short log is kept whole, with its colours', () => {
  expect(tailOf('\u001b[31mone\r\ntwo\n\n')).toEqual({
    text: '\u001b[31mone\ntwo',
    errorLines: [],
    isCut: false,
  });
});

test('a log with many lines keeps its last lines', () => {
  const lines = Array.from({ length: TAIL_LINES_MAX + 5 }, (_, index) => `line ${index}`);
  const { text, isCut } = tailOf(lines.join('\n'));
  expect([text.split('\n').length, text.split('\n')[0], isCut]).toEqual([TAIL_LINES_MAX, 'line 5', true]);
});

test('a long log is cut at a line break, and a long line within the line', () => {
  const { text } = tailOf(`${'a'.repeat(TAIL_LENGTH_MAX)}\n${'b'.repeat(TAIL_LENGTH_MAX - 10)}`);
  expect(text).toBe('b'.repeat(TAIL_LENGTH_MAX - 10));
  expect(tailOf('😀'.repeat(TAIL_LENGTH_MAX)).text).toHaveLength(TAIL_LENGTH_MAX);
  expect(tailOf(`a${'😀'.repeat(TAIL_LENGTH_MAX)}x`).text.isWellFormed()).toBe(true);
});
