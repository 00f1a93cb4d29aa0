import { readFileSync, readlinkSync } from 'node:fs';
import { readProcess } from '../process/process-list.ts';

let own: string | null = null;

/** Names this process, so that other processes leave its reports to it until it ends. */
export function ownSender(): string {
  own ??= JSON.stringify({ pid: process.pid, ...identityOf(process.pid) });
  return own;
}

/**
 * Whether the process that {@link ownSender} named still runs. A later process with the same ID has another start time. A process of
 * another boot or container can't be seen, so it counts as ended: the service recognizes a report that is sent twice.
 */
export function isSending(sender: string): boolean {
  if (sender === ownSender()) return true;
  const pid = pidOf(sender);
  if (pid === null || !isRunning(pid)) return false;
  return sender === JSON.stringify({ pid, ...identityOf(pid) });
}

function pidOf(sender: string): number | null {
  const pid = /^\{"pid":(\d{1,10})[,}]/.exec(sender)?.[1];
  return pid === undefined ? null : Number(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns what tells a process from others with its ID; nothing on systems without /proc. */
function identityOf(pid: number): object {
  try {
    const start = readProcess(pid)?.startedAt;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { start, boot, namespace: readlinkSync('/proc/self/ns/pid') };
  } catch {
    return {};
  }
}
