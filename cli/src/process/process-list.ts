import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Device number of the controlling terminal; 0 without one. */
  readonly terminal: number;
  /** Time of the start in ticks since the boot. */
  readonly startedAt: number;
}

/** Positions in /proc/PID/stat after the name of the program. */
const FIELDS = { state: 0, parent: 1, group: 2, terminal: 4, startedAt: 19 } as const;

/** Returns the running processes of this host; none on systems without /proc. */
export function listProcesses(): readonly ProcessInfo[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** Returns null if the process has ended, or on systems without /proc. */
export function readProcess(pid: number): ProcessInfo | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The name is in parentheses and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, but its parent has not taken notice yet.
  if (fields[FIELDS.state] === 'Z') return null;
  return {
    pid,
    parent: Number(fields[FIELDS.parent]),
    group: Number(fields[FIELDS.group]),
    terminal: Number(fields[FIELDS.terminal]),
    startedAt: Number(fields[FIELDS.startedAt]),
  };
}
