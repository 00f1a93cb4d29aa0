import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of the spool and the locks. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env.OVERDUE_STATE !== undefined && env.OVERDUE_STATE !== '') return env.OVERDUE_STATE;
  if (process.getuid?.() === 0) return '/var/lib/overdue';
  const base = env.XDG_STATE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.local/state') : base, 'overdue');
}
