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
   * Stops the server but keeps its data. SIGINT informs the clients, SIGKILL simulates a power failure. Resolves once
   * all processes of the server have ended.
   */
  shutDown(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Restarts the server on the same port after {@link shutDown}. */
  start(): Promise<void>;
}

/** Maximum log lines in an error message. */
const LOG_LINES_MAX = 50;
const READY = /database system is ready to accept (?:read-only )?connections/;

/**
 * Script that runs the server until the server or standard input ends, so that killed tests leave neither a server nor
 * its folder.
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
  /** Folder that is deleted at the end. */
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
  /** Process ID of the server, not of the script. */
  readonly pid: number;
  /** Settles once the server and all its child processes have ended. The pipe with the server's log closes only then. */
  readonly ended: Promise<unknown>;
}

function run({ binaries, folder, data }: PostmasterOptions, port: number): Promise<Running> {
  const server = [join(binaries, 'postgres'), '-D', data, '-p', String(port)];
  const guard = spawn('sh', ['-c', GUARD, 'sh', folder, ...server], { cwd: folder, ...unprivileged() });
  const ended = once(guard, 'close');
  // Ignores write errors, because the server may end before it is stopped.
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
