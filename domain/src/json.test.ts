import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../server/test/processor-time.ts';
import { parseJSON } from './json.ts';

describe('JSON is parsed', () => {
  test.each([
    ['[]', 1],
    ['[{},{}]', 4],
    ['{"a":1,"b":[2]}', 5],
    ['[",:[{"]', 1],
    [String.raw`["\",,,","\\",1]`, 3],
    [String.raw`["\\\",,,"]`, 1],
  ])('up to its number of marks: %s has %i', (text, marks) => {
    expect(parseJSON(text, marks)).toEqual(JSON.parse(text));
    expect(() => parseJSON(text, marks - 1)).toThrow(
      expect.objectContaining({
        code: 'too_large',
        message: expect.stringContaining(`than ${marks - 1} commas`),
      }),
    );
  });

  test('only if it is JSON', () => {
    expect(() => parseJSON('[,,', 10)).toThrow(SyntaxError);
    expect(() => parseJSON('["', 1)).toThrow(SyntaxError);
    expect(() => parseJSON('["\\', 1)).toThrow(SyntaxError);
  });
});

/** Counts the marks of a value: one for each opening bracket, colon, and comma between two elements. */
function marksOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly unknown[] = Object.values(value);
  const colons = Array.isArray(value) ? 0 : children.length;
  return (
    1 +
    colons +
    Math.max(0, children.length - 1) +
    children.reduce((sum: number, child) => sum + marksOf(child), 0)
  );
}

test('any JSON has as many marks as its values need, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const marks = marksOf(value);
      expect(parseJSON(text, marks)).toEqual(JSON.parse(text));
      if (marks > 0) expect(() => parseJSON(text, marks - 1)).toThrow('too many values');
    }),
  );
});

test('refusing 19 MB of empty objects takes a fraction of parsing them', () => {
  const text = `[${'{},'.repeat(6_300_000)}{}]`;
  expect(processorMs(() => expect(() => parseJSON(text, 200_000)).toThrow('too many values'))).toBeLessThan(
    100,
  );
});
