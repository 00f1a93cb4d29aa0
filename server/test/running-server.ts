import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { monitor } from '../src/http/v1/monitor-schema.ts';

const PROGRAM = join(import.meta.dirname, '../bin/overdue-server.js');
const WAIT_MS_MAX = 20_000;

type Environment = Readonly<Record<string, string>>;

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A monitor as the API has it, with the path and the ID of its ping URL. */
export interface RunningMonitor extends z.output<typeof monitor> {
  readonly path: string;
  readonly pingID: string;
}

/** The real program, in a process of its own, on a database of its own. Ping and API rates are off unless `env` sets them. */
export interface RunningServer {
  /** Changes with a restart. */
  readonly port: number;
  readonly baseURL: string;
  /** Of the owner of its one team. */
  readonly token: string;
  readonly folder: string;
  /** The database's file. */
  readonly file: string;
  /** All that it has logged so far, by lines. */
  readonly log: readonly LogLine[];
  /** All that it has written so far to either output. */
  output(): string;
  /** Bytes of memory that the process holds. */
  memory(): number;
  /** Calls the API and expects it to work; answers `data`. */
  api(method: string, path: string, json?: object): Promise<Readonly<Record<string, unknown>>>;
  createMonitor(json?: object): Promise<RunningMonitor>;
  readMonitor(shortID: string): Promise<z.output<typeof monitor>>;
  /** Runs a command of the same program on the same database; `out` is both outputs. */
  command(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly out: string }>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Starts it again on the same database. */
  restart(): Promise<void>;
  /** Ends it with SIGTERM, which must go well, and removes its files. No secret may be in what it wrote. */
  stop(): Promise<void>;
}

export async function startServer(env: Environment = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  const file = join(folder, 'overdue.db');
  const settings: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    PORT: '0',
    PING_RATE: '0',
    API_RATE: '0',
    DATABASE_URL: `sqlite:${file}`,
    ...env,
  };
  const command: RunningServer['command'] = (...args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [PROGRAM, ...args], { env: settings }, (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), out: stdout + stderr });
      });
    });
  const token = await setUp(command);
  let life = await startProcess(settings);
  let past = '';
  const pingIDs: string[] = [];

  async function api(method: string, path: string, json?: object) {
    const response = await fetch(`${server.baseURL}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).data;
  }

  const server: RunningServer = {
    get port() {
      return life.port;
    },
    get baseURL() {
      return `http://127.0.0.1:${life.port}`;
    },
    get log() {
      return linesOf(server.output());
    },
    token,
    folder,
    file,
    output: () => past + life.output(),
    memory: () => memoryOf(life.process.pid ?? 0),
    api,
    async createMonitor(json = {}) {
      const { monitor: made } = await api('POST', '/v1/monitors/', { name: 'job', ...json });
      const created = monitor.parse(made);
      const path = new URL(created.pingURL).pathname;
      const pingID = path.slice('/ping/'.length);
      pingIDs.push(pingID);
      return { ...created, path, pingID };
    },
    async readMonitor(shortID) {
      return monitor.parse((await api('GET', `/v1/monitors/${shortID}/`)).monitor);
    },
    command,
    async kill(signal) {
      const { process: child } = life;
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill(signal);
      await ended;
      return { code: child.exitCode, signal: child.signalCode };
    },
    async restart() {
      past += life.output();
      life = await startProcess(settings);
    },
    async stop() {
      const { code } = await server.kill('SIGTERM');
      rmSync(folder, { recursive: true });
      expect(code, server.output()).toBe(0);
      expectNoSecret(server.output(), [token, ...pingIDs]);
    },
  };
  return server;
}

/** Waits until something holds: `check` throws until then. For what no event tells. */
export function until<T>(
  check: () => T | Promise<T>,
  { timeout = WAIT_MS_MAX, interval = 10 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}

/**
 * Ends a server that must still be well: it answers, and nothing that came was more than it could deal with. `check` is what
 * else must hold.
 */
export async function endWell(server: RunningServer, check: () => unknown = () => {}): Promise<void> {
  try {
    expect((await fetch(`${server.baseURL}/readyz`)).status).toBe(200);
    expect(server.log.filter(({ level }) => level !== 'info')).toEqual([]);
    await check();
  } finally {
    await server.stop();
  }
}

function expectNoSecret(output: string, secrets: readonly string[]): void {
  for (const secret of secrets) expect(output.includes(secret), 'a secret in the output').toBe(false);
}

async function setUp(command: RunningServer['command']): Promise<string> {
  const { exitCode, out } = await command(
    'setup',
    '--email',
    'owner@example.com',
    '--team',
    'Acme',
    '--json',
  );
  if (exitCode !== 0) throw new Error(`setup failed: ${out}`);
  return z.object({ token: z.string() }).parse(JSON.parse(out)).token;
}

interface Life {
  readonly process: ChildProcess;
  readonly port: number;
  output(): string;
}

/** Resolves when the log says that pings are taken. */
async function startProcess(env: NodeJS.ProcessEnv): Promise<Life> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      output += `${line}\n`;
      const said = logLine.safeParse(safeJSON(line));
      if (said.data?.msg === 'Overdue takes pings.') resolve(Number(said.data.port));
    });
    child.once('exit', () => reject(new Error(`The server ended before it took pings:\n${output}`)));
  });
  return { process: child, port, output: () => output };
}

const logLine = z.looseObject({ level: z.string(), msg: z.string() });

/** What is not a line of the log comes from something that went wrong. */
function linesOf(output: string): readonly LogLine[] {
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

function memoryOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}
