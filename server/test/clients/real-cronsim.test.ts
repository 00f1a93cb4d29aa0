import { nextOccurrence, parseCron } from '@overdue/domain/schedule/cron.ts';
import { withRangedSteps } from '@overdue/domain/schedule/stepped-cron.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { runClient } from './client-world.ts';

const { withClient } = createClientTests();

const MONTHS = ['JAN', 'feb', 'MAR', 'dec'];
const DAYS = ['SUN', 'mon', 'SAT'];

/** One field of an expression, with the steps that cronsim and Debian's cron read differently. */
function field(low: number, high: number, names: readonly string[], special: readonly string[]) {
  const number = fc.integer({ min: low, max: high }).map(String);
  const value = names.length === 0 ? number : fc.oneof(number, fc.constantFrom(...names));
  const base = fc.oneof(
    fc.constant('*'),
    value,
    fc.tuple(value, value).map(([from, to]) => `${from}-${to}`),
    value.map((same) => `${same}-${same}`),
    ...(special.length === 0 ? [] : [fc.constantFrom(...special)]),
  );
  const step = fc.oneof(fc.constant(''), fc.constantFrom('/0', '/1', '/2', '/5', '/40', '/90'));
  const item = fc.tuple(base, step).map(([text, by]) => text + by);
  return fc.oneof(
    fc.constant('*'),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
  );
}

const expression = fc
  .tuple(
    field(0, 59, [], []),
    field(0, 23, [], []),
    field(1, 31, [], ['L', 'LW', 'l']),
    field(1, 12, MONTHS, []),
    field(0, 7, DAYS, ['5L', '0#1', 'MON#5']),
  )
  .map((fields) => fields.join(' '));

function timesOf(text: string): readonly number[] | null {
  const result = parseCron(withRangedSteps(text), 'UTC');
  if (!result.ok) return null;
  const times: number[] = [];
  for (let at = Date.UTC(2026, 0, 1); times.length < 5; ) {
    const next = nextOccurrence(result.cron, at);
    if (next === null) break;
    times.push(next);
    at = next;
  }
  return times;
}

withClient(CLIENTS.cronsim, 'reads 2,000 random expressions as Overdue does', async (tool) => {
  const expressions = fc.sample(expression, 2000);
  const { exitCode, out } = await runClient(tool, [JSON.stringify(expressions)], {});
  expect(exitCode, out).toBe(0);
  const theirs: readonly (readonly number[] | null)[] = JSON.parse(out);
  const differing = expressions.flatMap((text, index) => {
    const expected = theirs[index] ?? null;
    const actual = timesOf(text);
    // cronsim accepts an expression that never comes, and then lists no time.
    const isSame = JSON.stringify(actual ?? []) === JSON.stringify(expected ?? []);
    return isSame ? [] : [{ text, expected, actual }];
  });
  expect(differing).toEqual([]);
  expect(theirs.filter((times) => times !== null && times.length > 0).length).toBeGreaterThan(200);
});
