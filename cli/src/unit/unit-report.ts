import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { newRunID } from '../../../sdk/src/run-id.ts';
import { createLogExcerpt, joinExcerpt } from '../exec/log-excerpt.ts';
import { maskExcerpt } from '../exec/mask-secrets.ts';
import type { ReportTarget } from '../monitors/report-target.ts';
import type { Environment } from '../process/command-line.ts';
import type { Report } from '../spool/spool.ts';

/** Maximum number of journal lines in the log of a run. If there are more, the oldest lines are dropped. */
const LOG_LINES_MAX = 2000;
const JOURNAL_MS_MAX = 5000;
const JOURNAL_BYTES_MAX = 16 * 1024 * 1024;
/** The service may set PATH, so the program has an absolute path. */
const JOURNALCTL = ['/usr/bin/journalctl', '/bin/journalctl'];
const JOURNAL_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
/** Results of systemd that count as success. `exec-condition`: the service's own condition skipped the run. */
const SUCCESS = ['success', 'exec-condition'];

/**
 * Creates the report of a systemd service from the variables that systemd sets. See "Environment Variables Set on Exit" in
 * systemd.exec(5).
 */
export function reportOfUnit(
  event: 'start' | 'end',
  {
    env,
    target,
    at,
    log,
  }: {
    readonly env: Environment;
    readonly target: ReportTarget;
    readonly at: number;
    readonly log: Buffer | null;
  },
): Report {
  // systemd gives all processes of a run the same invocation ID.
  const rid = env.INVOCATION_ID || newRunID(at);
  if (event === 'start') return { target, rid, at, type: 'start', duration: null, log: null };
  const { SERVICE_RESULT: result = 'success', EXIT_CODE: code = '', EXIT_STATUS: status = '' } = env;
  if (SUCCESS.includes(result)) return { target, rid, at, type: 'end', duration: null, log };
  const isStatus = code === 'exited' && /^\d{1,3}$/.test(status) && status !== '0';
  const remark = `[overdue: systemd ended the run with the result ${result}${code === '' ? '' : ` (${code}, ${status})`}]\n`;
  return {
    target,
    rid,
    at,
    type: isStatus ? Number(status) : 'fail',
    duration: null,
    log: Buffer.concat([log ?? Buffer.alloc(0), Buffer.from(remark)]),
  };
}

/** Returns the lines that the run wrote to the journal, without likely secrets; null without a journal. */
export function readUnitLog(env: Environment): Buffer | null {
  const id = env.INVOCATION_ID ?? '';
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const program = JOURNALCTL.find((path) => existsSync(path));
  if (program === undefined) return null;
  const options = { timeout: JOURNAL_MS_MAX, maxBuffer: JOURNAL_BYTES_MAX, env: JOURNAL_ENVIRONMENT };
  // Without `--sync`, the last lines may not be in the journal yet.
  spawnSync(program, ['--sync'], options);
  const args = [
    '--quiet',
    '--no-pager',
    '--output=cat',
    `--lines=${LOG_LINES_MAX}`,
    `_SYSTEMD_INVOCATION_ID=${id}`,
  ];
  const { stdout, status } = spawnSync(program, args, options);
  if (status !== 0 || stdout.length === 0) return null;
  const excerpt = createLogExcerpt();
  excerpt.add(stdout);
  return joinExcerpt(maskExcerpt(excerpt.read(), env));
}
