import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BUNDLED_SERVER, withSourcePositions } from './source-positions.ts';

/** Path of the program: a bundle in tests, the sources in benchmarks. */
const PROGRAM = process.env[BUNDLED_SERVER] ?? join(import.meta.dirname, '../bin/overdue-server.js');
/** Compile cache that all processes share. Without it, compiling would take most of each start. */
export const NODE_COMPILE_CACHE = join(tmpdir(), 'overdue-compile-cache');

export type Environment = Readonly<Record<string, string>>;

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A process of the real program. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** Returns the standard output and standard error so far. */
  output(): string;
  /** Sends a signal and waits for the end of the process. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/**
 * Starts the program. Resolves when the log reports that pings are accepted.
 * @param descriptors limit on file descriptors, as set by `ulimit -n`; null for the default
 * @param args further arguments of `serve`
 */
export async function startProcess(
  env: NodeJS.ProcessEnv,
  descriptors: number | null = null,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const command = [process.execPath, PROGRAM, 'serve', ...args];
  const limited =
    descriptors === null
      ? command
      : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(descriptors), ...command];
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  child.stderr.on('data', (text) => {
    output += withSourcePositions(String(text));
  });
  const port = await new Promise<number>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      output += `${withSourcePositions(line)}\n`;
      const said = logLine.safeParse(safeJSON(line));
      if (said.data?.msg === 'Overdue takes pings.') resolve(Number(said.data.port));
    });
    child.once('exit', () => reject(new Error(`The server ended before it took pings:\n${output}`)));
  });
  return { port, pid: child.pid ?? 0, output: () => output, kill: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): ReturnType<ServerProcess['kill']> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  child.kill(signal);
  await ended;
  return { code: child.exitCode, signal: child.signalCode };
}

/** Runs another command of the program. `out` contains standard output and standard error. */
export function runCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<{ readonly exitCode: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: { NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => {
        resolve({
          exitCode: error === null ? 0 : Number(error.code),
          out: withSourcePositions(stdout + stderr),
        });
      },
    );
  });
}

/** Calls the API and returns `data`. The request must succeed. */
export async function callApi(
  { baseURL, token }: { readonly baseURL: string; readonly token: string },
  method: string,
  path: string,
  json?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${baseURL}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).data;
}

const logLine = z.looseObject({ level: z.string(), msg: z.string() });

/** Parses the log. Lines of other programs, such as Node's warnings, get the level "not a line". */
export function linesOf(output: string): readonly LogLine[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => logLine.safeParse(safeJSON(line)).data ?? { level: 'not a line', msg: line });
}

function safeJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
