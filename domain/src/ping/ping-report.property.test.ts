import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PING_TYPES, type PingType } from './ping.ts';
import type { Field } from './ping-field.ts';
import { readReport } from './ping-report.ts';

const STARTS = ['run', 'running', 'start', 'in_progress'];
const ENDS = ['complete', 'ok', 'up', 'success', 'finish', 'end', '0'];
const FAILS = ['fail', 'failed', 'failure', 'error', 'down', 'critical', '1', '255', '256', '-1', '1.5'];
const NEITHER = ['', 'degraded', 'x y', '=', '…', 'logs'];

/**
 * Model of the documented rules: a failure anywhere takes precedence, then the path, then the first parameter. A state that names
 * no result turns a success into a log.
 */
function modelOf(path: PingType, fields: readonly Field[]): PingType {
  const said = fields.filter(({ name }) =>
    ['state', 'status', 's', 'exit_code'].includes(name.toLowerCase()),
  );
  const words = said.map(({ value }) => value.toLowerCase());
  if (path === 'fail' || words.some((word) => FAILS.includes(word))) return 'fail';
  if (path !== 'ping') return path;
  const isStart = fields.find(({ name, value }) => name === 'msg' && value !== '')?.value === 'start';
  const first = words.find((word) => STARTS.includes(word) || ENDS.includes(word));
  if ((isStart && first === 'up') || (first !== undefined && STARTS.includes(first))) return 'start';
  if (words.some((word) => NEITHER.includes(word))) return 'log';
  return first === undefined ? 'ping' : 'end';
}

const anyCase = (text: string) => fc.constantFrom(text, text.toUpperCase());
const field = fc.record({
  name: fc.constantFrom(
    'state',
    'status',
    's',
    'exit_code',
    'STATUS',
    'msg',
    'host',
    'foo',
    'series',
    'ping',
  ),
  value: fc.constantFrom(...STARTS, ...ENDS, ...FAILS, ...NEITHER).chain(anyCase),
});

test('a reported failure is never a success, and every contradiction is a warning', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PING_TYPES), fc.array(field, { maxLength: 5 }), (type, fields) => {
      const report = readReport({ type, exitStatus: null }, fields);
      expect(report.type).toBe(modelOf(type, fields));
      if (type !== 'ping' && report.type !== type && report.type !== 'log')
        expect(report.warnings).not.toEqual([]);
      if (fields.some(({ name }) => name === 'foo')) expect(report.warnings).not.toEqual([]);
      expect(report.exitStatus === null || report.exitStatus === 0).toBe(
        report.exitStatus === null || report.type !== 'fail',
      );
    }),
    { numRuns: 3000 },
  );
});
