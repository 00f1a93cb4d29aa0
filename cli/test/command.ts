import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { NODE_COMPILE_CACHE } from '../../server/test/server-process.ts';
import { BUNDLED_COMMAND_LINE, withSourcePositions } from '../../server/test/source-positions.ts';

/** Path of the command line, as a bundle. `server/test/clients/snippets.test.ts` starts the sources. */
export const PROGRAM = bundledProgram();

export interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Starts the command line as a separate process, with pipes for its input and output. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand {
  return startProgram(process.execPath, [PROGRAM, ...args], env);
}

/**
 * Starts the command line in a pipeline of the shell. The output and errors of the command line are the input of
 * `reader`, a shell command.
 */
export function startPipeline(
  args: readonly string[],
  reader: string,
  env: Readonly<Record<string, string>>,
): RunningCommand {
  return startProgram('sh', ['-c', `"$0" "$@" 2>&1 | ${reader}`, process.execPath, PROGRAM, ...args], env);
}

/** Starts the command line in a new terminal, and types the input. The command must contain no single quote. */
export function startInTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningCommand {
  const command = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  // `exec` replaces the shell of `script`, which would end by Ctrl-C.
  return startProgram('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], env);
}

function bundledProgram(): string {
  const path = process.env[BUNDLED_COMMAND_LINE];
  if (path === undefined) throw new Error(`${BUNDLED_COMMAND_LINE} is not set: bundled-programs.ts sets it.`);
  return path;
}

function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const ended = new Promise<Pick<Finished, 'status' | 'signal'>>((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal }));
  });
  const finished = Promise.all([outputs, ended]).then(([[stdout, stderr], end]) => ({
    ...end,
    stdout: stdout.toString('latin1'),
    stderr: withSourcePositions(stderr.toString()),
  }));
  return { process: child, finished };
}

export async function run(
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<Finished> {
  const running = start(args, env);
  running.process.stdin?.end(input);
  return running.finished;
}

export function makeStateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
