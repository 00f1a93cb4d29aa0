import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { monitor } from '../../src/monitors/schema.ts';
import type { Caller } from '../callers.ts';
import { makeDataFolder } from '../data-folder.ts';
import { query } from '../postgres/cluster.ts';
import {
  callApi,
  type Environment,
  type LogLine,
  linesOf,
  type ServerProcess,
  startProcess,
} from '../server-process.ts';
import { addMemberTo, checkStore, setUpTeam } from '../store-of.ts';

/** A monitor of the team. */
export interface NodesMonitor {
  readonly shortID: string;
  /** Path of the ping URL. */
  readonly path: string;
}

/** The response to a ping. */
export interface PingResponse {
  readonly status: number;
  /** Number of the event; 0 if the ping was spooled, -1 if it was refused. */
  readonly number: number;
  readonly text: string;
}

/** A real process of the service. Several nodes share a database. */
export interface Node {
  /** Port of the process. It changes with a restart. */
  readonly port: number;
  /** Process ID. It changes with a restart. */
  readonly pid: number;
  readonly baseURL: string;
  readonly log: readonly LogLine[];
  output(): string;
  ping(path: string): Promise<PingResponse>;
  /** Calls the API and returns `data`. The request must succeed. */
  api(method: string, path: string, json?: object): Promise<Readonly<Record<string, unknown>>>;
  createMonitor(json?: object): Promise<NodesMonitor>;
  readMonitor(shortID: string): Promise<z.output<typeof monitor>>;
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Starts the node again with its spool. */
  restart(): Promise<void>;
}

/** A database with one team, and the nodes that use it. */
export interface Nodes {
  /** Nodes started so far. */
  readonly all: readonly Node[];
  /** Starts another node with its own spool. */
  start(env?: Environment): Promise<Node>;
  /** Adds a member with a token, directly in the database. */
  addMember(): Promise<Caller>;
  /** Runs one statement directly in the database. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Returns the faults that the command `check` finds. */
  check(): Promise<readonly string[]>;
  /** Stops all running nodes with SIGTERM and removes their spools. Throws if a node doesn't exit cleanly. */
  stop(): Promise<void>;
}

const SECRET_KEY = 'a key that all nodes of these tests share';

/**
 * Creates a team in a database.
 * @param url of the database, for tests and commands
 * @param env environment of all nodes. Its DATABASE_URL may be another address, such as the address of a gate
 */
export async function openNodes(url: string, env: Environment = {}): Promise<Nodes> {
  const folder = makeDataFolder('overdue-nodes-');
  const settings: Environment = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    PING_RATE: '0',
    API_RATE: '0',
    DATABASE_URL: url,
    SECRET_KEY,
    ALLOW_PRIVATE_ADDRESSES: 'all',
    ...env,
  };
  const direct = { ...settings, DATABASE_URL: url };
  const token = await setUpTeam(direct);
  const all: Node[] = [];
  let started = 0;
  return {
    all,
    async start(more = {}) {
      started += 1;
      const SPOOL_FILE = join(folder, `spool-${started}.db`);
      const node = await startNode({ ...settings, SPOOL_FILE, ...more }, token);
      all.push(node);
      return node;
    },
    addMember: () => addMemberTo(direct),
    query: (statement) => query(url, statement),
    check: () => checkStore(direct),
    async stop() {
      const ends = await Promise.all(all.map((node) => node.kill('SIGTERM')));
      rmSync(folder, { recursive: true });
      ends.forEach(({ code, signal }, index) => {
        if (code !== 0 && signal !== 'SIGKILL')
          throw new Error(`Node ${index} ended with ${code ?? signal}:\n${all[index]?.output()}`);
      });
    },
  };
}

async function startNode(env: Environment, token: string): Promise<Node> {
  let life: ServerProcess = await startProcess(env);
  let past = '';
  const node: Node = {
    get port() {
      return life.port;
    },
    get pid() {
      return life.pid;
    },
    get baseURL() {
      return `http://127.0.0.1:${life.port}`;
    },
    get log() {
      return linesOf(node.output());
    },
    output: () => past + life.output(),
    async ping(path) {
      const response = await fetch(`${node.baseURL}${path}`);
      return parsePingResponse(response.status, await response.text());
    },
    api: (...request) => callApi({ baseURL: node.baseURL, token }, ...request),
    async createMonitor(json = {}) {
      const { monitor: made } = await node.api('POST', '/v1/monitors/', { name: 'job', ...json });
      const { shortID, pingURL } = monitor.parse(made);
      return { shortID, path: new URL(pingURL).pathname };
    },
    async readMonitor(shortID) {
      return monitor.parse((await node.api('GET', `/v1/monitors/${shortID}/`)).monitor);
    },
    kill: (signal) => life.kill(signal),
    async restart() {
      past += life.output();
      life = await startProcess(env);
    },
  };
  return node;
}

const accepted = z.object({ data: z.object({ event: z.object({ number: z.int() }) }) });

/**
 * Parses the response to a ping.
 * @throws if the response to an accepted ping has the wrong format
 */
export function parsePingResponse(status: number, text: string): PingResponse {
  const number = status === 200 ? accepted.parse(JSON.parse(text)).data.event.number : -1;
  return { status, number, text };
}
