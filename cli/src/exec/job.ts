import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { listProcesses, type ProcessInfo, readProcess } from '../process/process-list.ts';
import { commandOf } from './raw-command.ts';

/** A running job: its first process, and all processes that this process started in the same process group. */
export interface Job {
  readonly process: ChildProcess;
  /** Whether the job shares a terminal with this process, and so receives the terminal's signals itself. */
  readonly hasTerminal: boolean;
  readonly signalLeader: (signal: NodeJS.Signals) => void;
  readonly signalAll: (signal: NodeJS.Signals) => void;
  /** Whether a process of the job is left. */
  readonly isAlive: () => boolean;
}

export interface StartOptions {
  readonly stdout: number | 'inherit';
  readonly stderr: number | 'inherit';
  /** Descriptor of the lock, which lasts as long as a process of the job. Null without a lock. */
  readonly lock: number | null;
}

/**
 * Starts a job. Without a terminal, the job gets a process group of its own, so that signals reach all its processes. With a
 * terminal, the job stays in the group of this process, because a terminal gives its input and its signals to one group.
 */
export function startJob(command: readonly string[], { stdout, stderr, lock }: StartOptions): Job {
  const hasTerminal = hasControllingTerminal();
  const stdio: Exclude<SpawnOptions['stdio'], string | undefined> = ['inherit', stdout, stderr];
  if (lock !== null) stdio.push(lock);
  const { file, args, script } = commandOf(command, { scriptFd: stdio.length });
  if (script !== null) stdio.push('pipe');
  const child = spawn(file, args, { stdio, detached: !hasTerminal });
  if (script !== null) writeScript(child, script);
  const members = hasTerminal ? () => membersOf(child) : null;

  function signalAll(signal: NodeJS.Signals): void {
    const { pid } = child;
    if (pid === undefined) return;
    if (members === null) return void sendSignal(-pid, signal);
    for (const member of members()) sendSignal(member, signal);
  }

  return {
    process: child,
    hasTerminal,
    signalLeader: (signal) => child.kill(signal),
    signalAll,
    isAlive: () => (members ?? (() => groupOf(child)))().length > 0,
  };
}

/** Replaces this process by the job. Returns only if that fails, with the error. */
export function becomeJob([file = '', ...args]: readonly string[]): Error {
  const folders = file.includes('/') ? [''] : (process.env.PATH ?? '/usr/bin:/bin').split(':');
  let reason: unknown = null;
  for (const folder of folders)
    try {
      const path = join(folder, file);
      accessSync(path, constants.X_OK);
      process.execve?.(path, [file, ...args], process.env);
    } catch (error) {
      reason = error;
    }
  return reason instanceof Error ? reason : new Error("This system can't replace a process.");
}

function writeScript(child: ChildProcess, script: Buffer): void {
  const pipe = child.stdio.at(-1);
  if (pipe === null || pipe === undefined || !('end' in pipe)) return;
  pipe.on('error', () => {});
  pipe.end(script);
}

/**
 * Whether this process has a controlling terminal. Its standard input may be a file nevertheless. Without /proc, tries to open the
 * terminal.
 */
function hasControllingTerminal(): boolean {
  const self = readProcess(process.pid);
  if (self !== null) return self.terminal !== 0;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Returns the processes of a job with a group of its own. */
function groupOf({ pid }: ChildProcess): readonly number[] {
  const group = listProcesses().filter((one) => one.group === pid);
  if (group.length > 0 || pid === undefined || readProcess(process.pid) !== null)
    return group.map((one) => one.pid);
  return sendSignal(-pid, 0) ? [pid] : [];
}

/**
 * Returns the processes of a job that shares the group of this process: the descendants of the first process, and, if the group belongs to
 * this process, the processes of the group whose parents have ended.
 */
function membersOf(child: ChildProcess): readonly number[] {
  const self = readProcess(process.pid);
  const leader = child.pid;
  if (leader === undefined) return [];
  if (self === null) return child.exitCode === null && child.signalCode === null ? [leader] : [];
  const ownsGroup = self.pid === self.group;
  const group = new Map(
    listProcesses()
      .filter((one) => one.group === self.group)
      .map((one) => [one.pid, one]),
  );

  function isMember({ pid, parent, startedAt }: ProcessInfo): boolean {
    if (pid === leader) return true;
    if (pid === self?.pid || parent === self?.pid) return false;
    const above = group.get(parent);
    if (above !== undefined) return isMember(above);
    // Processes of the same pipeline have the same parent as this process.
    return ownsGroup && parent !== self?.parent && startedAt >= (self?.startedAt ?? 0);
  }

  return [...group.values()].filter(isMember).map(({ pid }) => pid);
}

/** Returns whether there was a process to which the signal could be sent. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // A process that has changed its user is alive, but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
