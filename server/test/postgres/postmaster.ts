import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { unprivileged } from './unprivileged.ts';

/** A running server. */
export interface Postmaster {
  readonly port: number;
  /** Ends it, and deletes its data. */
  stop(): Promise<void>;
  /**
   * Ends it and keeps the data: with SIGINT its clients are told, with SIGKILL it is as if the power failed. Resolves when all of its
   * processes are gone.
   */
  shutDown(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port after {@link shutDown}. */
  start(): Promise<void>;
}

/** What is kept of the log, for the message when it fails. */
const LOG_LINES_MAX = 50;
const READY = /database system is ready to accept (?:read-only )?connections/;

/**
 * Runs the server until it ends, or until standard input does: also when the tests are killed neither the server nor its
 * folder stay behind.
 */
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
  /** Deleted in the end. */
  readonly folder: string;
  readonly data: string;
}

/** Resolves when it takes connections. */
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
  /** Of the server itself. */
  readonly pid: number;
  /** Settles when it and all processes that it made are gone: only then nobody holds the other end of its log. */
  readonly ended: Promise<unknown>;
}

function run({ binaries, folder, data }: PostmasterOptions, port: number): Promise<Running> {
  const server = [join(binaries, 'postgres'), '-D', data, '-p', String(port)];
  const guard = spawn('sh', ['-c', GUARD, 'sh', folder, ...server], { cwd: folder, ...unprivileged() });
  const ended = once(guard, 'close');
  // It may have ended by itself before it is told to.
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
