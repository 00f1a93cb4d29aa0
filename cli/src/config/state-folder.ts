import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../command-line.ts';

/** Returns the folder of the spool and the locks. */
export function stateFolder(env: Environment): string {
  if (env.OVERDUE_STATE !== undefined && env.OVERDUE_STATE !== '') return env.OVERDUE_STATE;
  if (process.getuid?.() === 0) return '/var/lib/overdue';
  const base = env.XDG_STATE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.local/state') : base, 'overdue');
}
