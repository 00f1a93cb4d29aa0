import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, diffLogs, maskLine } from './log-diff.ts';

const word = fc.constantFrom('dump', 'orders', 'ok', 'error:', 'retry', '7', '0', 'rows');
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const lines = fc.array(line, { maxLength: 30 });

const two = (value: number) => String(value).padStart(2, '0');
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length - 2, maxLength: length - 2 })
    // The prefix `a1` is a letter and a digit, because masks don't hide plain words and small numbers.
    .map((digits) => `a1${digits.join('')}`);
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map(([hours, minutes, seconds]) => `${two(hours)}:${two(minutes)}:${two(seconds)}`);
const date = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }));

/** Texts that two runs of a job print differently. */
const CHANGING = [
  fc.tuple(date, clock).map(([[month, day], time]) => `2026-${two(month)}-${two(day)}T${time}Z`),
  fc.tuple(date, clock).map(([[month, day], time]) => `2026-${two(month)}-${two(day)} ${time},123`),
  fc
    .tuple(fc.integer({ min: 1, max: 28 }), clock)
    .map(([day, time]) => `Nov ${String(day).padStart(2)} ${time}`),
  clock.map((time) => `[${time}]`),
  fc.uuid(),
  hex(40),
  hex(64).map((digits) => `sha256:${digits}`),
  hex(8).map((digits) => `0x${digits}`),
  fc.integer({ min: 1, max: 4_194_304 }).map((pid) => `cron[${pid}]:`),
  fc.integer({ min: 1, max: 4_194_304 }).map((pid) => `pid=${pid}`),
  fc.integer({ min: 1, max: 99_999 }).map((ms) => `${ms}ms`),
  fc.integer({ min: 1, max: 999 }).map((tenths) => `${tenths / 10} s`),
  fc
    .tuple(fc.integer({ min: 1, max: 59 }), fc.integer({ min: 1, max: 59 }))
    .map(([m, s]) => `${m} min ${s} s`),
  hex(8).map((name) => `/tmp/${name}/out.sql`),
  fc.integer({ min: 1_500_000_000, max: 1_999_999_999 }).map(String),
];
const changing = fc
  .nat(CHANGING.length - 1)
  .chain((index) => fc.tuple(CHANGING[index] ?? fc.constant(''), CHANGING[index] ?? fc.constant('')));

test('two runs that differ only in changing parts have the same log', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(line, changing, line), { maxLength: 20 }), (parts) => {
      const log = (run: 0 | 1) =>
        parts.map(([start, part, end]) => `${start} ${part[run]} ${end}`).join('\n');
      expect(diffLogs(log(0), log(1))).toEqual({ outcome: 'same', lines: [], isCut: false });
    }),
  );
});

test('the lines of a difference add up to both logs', () => {
  fc.assert(
    fc.property(lines, lines, (old, current) => {
      const diff = diffLines(old, current) ?? [];
      const of = (kind: string) =>
        diff.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text);
      expect(of('added')).toEqual(current);
      expect(of('removed').map(maskLine)).toEqual(old.map(maskLine));
    }),
  );
});

test('masking is stable, and keeps words', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), line), (text) => {
      expect(maskLine(maskLine(text))).toBe(maskLine(text));
    }),
  );
  fc.assert(
    fc.property(line, (text) => {
      expect(maskLine(text)).toBe(text);
    }),
  );
});

test('any two texts can be compared, and the result has no control character', () => {
  const text = fc.string({ unit: 'binary', maxLength: 100 });
  fc.assert(
    fc.property(text, text, (old, current) => {
      const texts = diffLogs(old, current).lines.map((line) => line.text);
      expect(texts.filter((text) => /[^\P{Cc}\t]/u.test(text))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
