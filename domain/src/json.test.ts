import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../test/processor-time.ts';
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

describe('JSON with many names', () => {
  const withNames = (count: number, value: string) =>
    Array.from({ length: count }, (_, number) => `"name ${number}"${value}`).join();

  test.each([
    ['in one object', (count: number) => `{${withNames(count, ':1')}}`],
    ['before white space', (count: number) => `{${withNames(count, ' \n:1')}}`],
    ['in many objects', (count: number) => `[{${withNames(count, ':1}').replaceAll('},', '},{')}]`],
  ])('%s is refused above 50,000', (_, write) => {
    expect(Object.keys(Object(parseJSON(write(50_000), 1_000_000))).length).toBeGreaterThan(0);
    expect(() => parseJSON(write(50_001), 1_000_000)).toThrow('more than 50000 different names');
  });

  test('is parsed if the names repeat, and strings that are values count as none', () => {
    const rows = `[${Array.from({ length: 60_000 }, (_, number) => `{"id":"value ${number}"}`).join()}]`;
    expect(parseJSON(rows, 1_000_000)).toHaveLength(60_000);
  });
});

test('refusing half a million names takes a fraction of parsing them', () => {
  const text = `{${Array.from({ length: 500_000 }, (_, number) => `"${number}x":0`).join()}}`;
  expect(processorMs(() => expect(() => parseJSON(text, 1_000_000)).toThrow('different names'))).toBeLessThan(
    100,
  );
});
