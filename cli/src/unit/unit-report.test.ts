import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readUnitLog, reportOfUnit } from './unit-report.ts';

const TARGET = { pingURL: 'x' };
const ID = '0123456789abcdef0123456789abcdef';

test.each<[variables: Readonly<Record<string, string>>, type: string | number, log: string | null]>([
  [{ SERVICE_RESULT: 'success', EXIT_CODE: 'exited', EXIT_STATUS: '0' }, 'end', 'log\n'],
  [{ SERVICE_RESULT: 'success', EXIT_CODE: 'killed', EXIT_STATUS: 'TERM' }, 'end', 'log\n'],
  [{ SERVICE_RESULT: 'exec-condition', EXIT_CODE: 'exited', EXIT_STATUS: '1' }, 'end', 'log\n'],
  [{ SERVICE_RESULT: 'exit-code', EXIT_CODE: 'exited', EXIT_STATUS: '3' }, 3, '(exited, 3)'],
  [{ SERVICE_RESULT: 'timeout', EXIT_CODE: 'killed', EXIT_STATUS: 'TERM' }, 'fail', 'timeout (killed, TERM)'],
  [{ SERVICE_RESULT: 'oom-kill', EXIT_CODE: 'exited', EXIT_STATUS: '0' }, 'fail', 'oom-kill'],
  [{ SERVICE_RESULT: 'resources' }, 'fail', 'resources'],
])('a service that ends with %j is reported as %j', (variables, type, log) => {
  const env = { ...variables, INVOCATION_ID: ID };
  const report = reportOfUnit('end', { env, target: TARGET, at: 5, log: Buffer.from('log\n') });
  expect(report).toMatchObject({ type, rid: ID, at: 5 });
  expect(Buffer.from(report.log ?? []).toString()).toContain(log);
});

test('the start has the ID of the run and no log', () => {
  expect(
    reportOfUnit('start', { env: { INVOCATION_ID: ID }, target: TARGET, at: 5, log: null }),
  ).toMatchObject({
    type: 'start',
    rid: ID,
    log: null,
  });
});

test('the PATH of the service can’t choose another journalctl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-path-'));
  const before = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = before;
    rmSync(folder, { recursive: true });
  });
  const mark = join(folder, 'mark');
  writeFileSync(join(folder, 'journalctl'), `#!/bin/sh\n: > ${mark}\necho foreign\n`, { mode: 0o755 });
  process.env.PATH = folder;
  expect(readUnitLog({ INVOCATION_ID: ID, PATH: folder })?.toString() ?? '').not.toContain('foreign');
  expect(existsSync(mark)).toBe(false);
});
