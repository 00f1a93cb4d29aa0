import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { z } from 'zod';
import { monitor } from '../src/monitors/schema.ts';
import { makeDataFolder } from './data-folder.ts';
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

/** A monitor from the API, with the path and the ID of its ping URL. */
export interface RunningMonitor extends z.output<typeof monitor> {
  readonly path: string;
  readonly pingID: string;
}

/**
 * The real program in a separate process, on its own database. The rate limits of pings and of the API are off unless
 * `env` sets them.
 */
export interface RunningServer {
  /** Port of the process. It changes with a restart. */
  readonly port: number;
  readonly baseURL: string;
  /** ID of the process. It changes with a restart. */
  readonly pid: number;
  /** Token of the owner of the only team. */
  readonly token: string;
  readonly folder: string;
  /** Path of the database file. */
  readonly file: string;
  /** Lines that the process has logged so far. */
  readonly log: readonly LogLine[];
  /** Returns the standard output and standard error so far. */
  output(): string;
  /** Returns the memory of the process in bytes. */
  memory(): number;
  /** Calls the API and returns `data`. The request must succeed. */
  api(method: string, path: string, json?: object): Promise<Readonly<Record<string, unknown>>>;
  createMonitor(json?: object): Promise<RunningMonitor>;
  readMonitor(shortID: string): Promise<z.output<typeof monitor>>;
  /** Runs a command of the same program on the same database. `out` contains standard output and standard error. */
  command(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly out: string }>;
  /** Sends a signal and waits for the end of the process. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Starts the process again on the same database. */
  restart(): Promise<void>;
  /**
   * Stops the process with SIGTERM and removes its files. Throws if it doesn't exit cleanly or if its output contains a
   * secret.
   */
  stop(): Promise<void>;
}

/** @param descriptors limit on file descriptors. Default: none */
export async function startServer(env: Environment = {}, descriptors?: number): Promise<RunningServer> {
  const folder = makeDataFolder('overdue-');
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
    get pid() {
      return life.pid;
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

/** Waits until `check` no longer throws. Use this for states that no event announces. */
export function until<T>(
  check: () => T | Promise<T>,
  { timeout = WAIT_MS_MAX, interval = 10 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}

/** Logged if a restart took more than 5 seconds, for example on a busy machine. */
const LONG_RESTART = /^No pings could be received during this period/;

/**
 * Stops a server that must still be healthy: it responds, and its log contains no defect. `check` makes further checks.
 */
export async function endWell(server: RunningServer, check: () => unknown = () => {}): Promise<void> {
  try {
    expect((await fetch(`${server.baseURL}/readyz`)).status).toBe(200);
    const { log } = server;
    const wasRestarted = log.filter(({ msg }) => msg === 'Overdue takes pings.').length > 1;
    expect(
      log.filter(({ level, msg }) => level !== 'info' && !(wasRestarted && LONG_RESTART.test(msg))),
    ).toEqual([]);
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
