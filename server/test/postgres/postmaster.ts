import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { unprivileged } from './unprivileged.ts';

export interface Postmaster {
  readonly port: number;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
  /**
   * Stops the server and keeps the data: SIGINT informs the clients, SIGKILL mimics a power failure. Resolves
   * once all of its processes are gone.
   */
  shutDown(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Restarts the server on the same port after {@link shutDown}. */
  start(): Promise<void>;
}

/** Number of log lines kept for the message of a failure. */
const LOG_LINES_MAX = 50;
const READY = /database system is ready to accept (?:read-only )?connections/;

/** Runs the server until it ends, or until standard input does. So killed tests leave neither a server nor its folder behind. */
const GUARD = `
folder="$1"; shift
"$@" </dev/null & server=$!
echo "$server"
exec 3<&0
( read -r word <&3; kill -TERM $$ ) & reader=$!
trap 'kill -QUIT "$server"; wait "$server"; rm -rf "$folder"; exit' TERM
wait "$server"
kill "$reader"`;

export interface PostmasterOptions {
  readonly binaries: string;
  /** Deleted at the end. */
  readonly folder: string;
  readonly data: string;
}

/** Resolves once the server accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const port = await findFreePort();
  let server = await run(options, port);
  return {
    port,
    async stop() {
      server.guard.stdin?.end();
      await server.ended;
      await rm(options.folder, { recursive: true, force: true });
    },
    async shutDown(signal) {
      process.kill(server.pid, signal);
      await server.ended;
    },
    async start() {
      server = await run(options, port);
    },
  };
}

interface Running {
  readonly guard: ChildProcess;
  /** Process ID of the server itself. */
  readonly pid: number;
  /** Settles once the server and all of its child processes are gone: only then nobody holds the other end of its log. */
  readonly ended: Promise<unknown>;
}

function run({ binaries, folder, data }: PostmasterOptions, port: number): Promise<Running> {
  const server = [join(binaries, 'postgres'), '-D', data, '-p', String(port)];
  const guard = spawn('sh', ['-c', GUARD, 'sh', folder, ...server], { cwd: folder, ...unprivileged() });
  const ended = once(guard, 'close');
  // The server may end by itself before it is stopped.
  guard.stdin.on('error', () => {});
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    let pid = 0;
    createInterface(guard.stdout).once('line', (line) => {
      pid = Number(line);
    });
    createInterface(guard.stderr).on('line', (line) => {
      log.push(line);
      if (log.length > LOG_LINES_MAX) log.shift();
      if (READY.test(line)) resolve({ guard, pid, ended });
    });
    ended.then(() => reject(new Error(`PostgreSQL has ended:\n${log.join('\n')}`)), reject);
  });
}
