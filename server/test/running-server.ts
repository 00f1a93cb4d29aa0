import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { z } from 'zod';
import { monitor } from '../src/http/v1/monitors/schema.ts';
import {
  callApi,
  type Environment,
  type LogLine,
  linesOf,
  runCommand,
  startProcess,
} from './server-process.ts';
import { setUpTeam } from './store-of.ts';

const WAIT_MS_MAX = 20_000;

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
  /** Token of the owner of the server's only team. */
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

/** @param descriptors limit on file descriptors; none by default */
export async function startServer(env: Environment = {}, descriptors?: number): Promise<RunningServer> {
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
  const token = await setUpTeam(settings);
  let life = await startProcess(settings, descriptors);
  let past = '';
  const pingIDs: string[] = [];
  const api: RunningServer['api'] = (...request) => callApi(server, ...request);

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
    memory: () => memoryOf(life.pid),
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
    command: (...args) => runCommand(settings, args),
    kill: (signal) => life.kill(signal),
    async restart() {
      past += life.output();
      life = await startProcess(settings, descriptors);
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

function memoryOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}
