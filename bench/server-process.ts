import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from './processor-time.ts';

const SERVER = fileURLToPath(new URL('../server/bin/overdue-server.js', import.meta.url));
const HELLO = fileURLToPath(new URL('./hello.ts', import.meta.url));
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const START_MS_MAX = 120_000;
const STOP_MS_MAX = 60_000;
/** Secret key that all nodes must share. */
const SECRET_KEY = 'a key that all nodes of a benchmark share';

/** A process under test, on its own core. */
export interface Service {
  readonly port: number;
  /** Milliseconds from starting the process to its message that it accepts requests. */
  readonly readyMs: number;
  /** The first warnings and errors in its log. */
  readonly complaints: readonly string[];
  /** Returns the memory in use now and its maximum so far. */
  memory(): { readonly nowMB: number; readonly peakMB: number };
  /** Returns the processor time in seconds that the process has used. */
  cpuSeconds(): number;
  /** Stops the process as an operator would, and waits until it has exited. */
  stop(): Promise<void>;
}

let isPinned = false;

/**
 * Pins all servers started from now on to one core, and this process, which generates the load, to another.
 * @returns a note for the report on which cores the processes run
 */
export function keepCoresApart(): string {
  isPinned = pinThisProcess();
  return isPinned
    ? 'The server had one core to itself, the load generator another.'
    : 'Nothing was pinned to a core (no taskset, or one core only): compare with care.';
}

/** Pins this process to its core. Returns false if processes can't be pinned on this machine. */
function pinThisProcess(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-a', '-c', '-p', LOAD_CORE, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts `overdue-server serve` on a database file and any free port. */
export function startServer(options: {
  readonly file: string;
  /** Path of the program. Default: the launcher, which starts the bundle of `npm run build` if it is current, or else the sources. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options for Node itself, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[];
  /** Log message of expected warnings, which don't count as complaints. */
  readonly expected?: string;
}): Promise<Service> {
  return serve({ ...options, env: { ...serverEnvironment(sqliteURL(options.file)), ...options.env } });
}

/** Starts one of the nodes that share a PostgreSQL. */
export function startNode(options: {
  readonly url: string;
  /** Path of this node's own spool file. */
  readonly spool: string;
  readonly nodeOptions?: readonly string[];
}): Promise<Service> {
  return serve({
    ...options,
    env: { ...serverEnvironment(options.url), SPOOL_FILE: options.spool, SECRET_KEY },
  });
}

function serve(options: {
  readonly program?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly expected?: string;
}): Promise<Service> {
  const portOf = (line: string) => {
    const { msg, port } = parseLine(line);
    return msg === 'Overdue takes pings.' && typeof port === 'number' ? port : null;
  };
  const args = [...(options.nodeOptions ?? []), options.program ?? SERVER, 'serve'];
  return start(args, { env: options.env, portOf, expected: options.expected ?? null });
}

/** Starts the minimal HTTP server of `hello.ts`; HTTPS with the files of a key and a certificate. */
export function startHello(secure?: { readonly key: string; readonly cert: string }): Promise<Service> {
  const portOf = (line: string) => (/^\d+$/.test(line) ? Number(line) : null);
  return start([HELLO, ...(secure === undefined ? [] : [secure.key, secure.cert])], {
    env: {},
    portOf,
    expected: null,
  });
}

export interface Owner {
  readonly token: string;
  readonly project: string;
}

/** Creates the database file and its first team. */
export function setUp(file: string): Owner {
  return setUpDatabase(sqliteURL(file));
}

/** Prepares a database and creates its first team. */
export function setUpDatabase(url: string): Owner {
  const output = execFileSync(
    process.execPath,
    [SERVER, 'setup', '--email', 'bench@example.com', '--team', 'Bench', '--scope', 'admin', '--json'],
    { env: { ...process.env, ...serverEnvironment(url) }, encoding: 'utf8' },
  );
  const { token, project }: Owner = JSON.parse(output);
  return { token, project };
}

/** Runs the command `check` on a database that no server uses. Throws if it finds an error. */
export function check(file: string): void {
  execFileSync(process.execPath, [SERVER, 'check'], {
    env: { ...process.env, ...serverEnvironment(sqliteURL(file)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function sqliteURL(file: string): string {
  return `sqlite:${file}`;
}

function serverEnvironment(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    // Turns the rate limits off, because the whole load comes from one sender.
    PING_RATE: '0',
    API_RATE: '0',
    MONITOR_ALLOWANCE: '10000000',
  };
}

async function start(
  args: readonly string[],
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly portOf: (line: string) => number | null;
    readonly expected: string | null;
  },
): Promise<Service> {
  const { env, portOf, expected } = options;
  const startedAt = performance.now();
  const [command, ...rest] = [
    ...(isPinned ? ['taskset', '-c', SERVER_CORE] : []),
    process.execPath,
    ...args,
  ] as [string, ...string[]];
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const complaints: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  const ended = new Promise<void>((settle) => {
    child.once('exit', (code, signal) => {
      process.off('exit', killAtExit);
      reject(new Error(`The server ended early (${signal ?? code}).`));
      settle();
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const port = portOf(line);
    if (port !== null) resolve(port);
    else if (parseLine(line).msg !== expected) noteComplaint(complaints, line);
  });
  const timer = setTimeout(() => reject(new Error('The server did not start in time.')), START_MS_MAX);
  try {
    const port = await promise;
    const readyMs = performance.now() - startedAt;
    return { port, readyMs, complaints, ...watchProcess(child), stop: () => stop(child, ended) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const COMPLAINTS_MAX = 5;

function noteComplaint(complaints: string[], line: string): void {
  const { level } = parseLine(line);
  if ((level === 'warn' || level === 'error') && complaints.length < COMPLAINTS_MAX) complaints.push(line);
}

function parseLine(line: string): {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly port?: unknown;
} {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function watchProcess(child: ChildProcess): Pick<Service, 'memory' | 'cpuSeconds'> {
  return {
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const megabytes = (name: string) =>
        Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000 / (1000 / 1024);
      return { nowMB: megabytes('VmRSS'), peakMB: megabytes('VmHWM') };
    },
    cpuSeconds: () => processorSeconds(child.pid ?? 0),
  };
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await ended;
  clearTimeout(timer);
}
