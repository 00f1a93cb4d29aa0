import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long the rest of the output is read after the job's end, if a process in the background keeps the pipe open. */
const REST_MS = 200;

/** A pipe from the job to an output of this process. */
export interface OutputPipe {
  /** End that the job writes to. Close it with {@link closeJobEnd}, once the job has it. */
  readonly jobEnd: number;
  readonly closeJobEnd: () => void;
  /** Resolves once the job's output is written. A detached `cat` copies what background processes write later. */
  readonly finish: () => Promise<void>;
}

/**
 * Creates the pipes of a job's outputs, which pass every chunk to `onChunk` and to the stream. Uses named pipes because Node's pipes
 * are sockets, and a job can't open a socket as /dev/stdout.
 */
export function openOutputPipes(
  outputs: readonly { readonly fd: number; readonly stream: NodeJS.WritableStream }[],
  onChunk: (chunk: Buffer) => void,
): readonly OutputPipe[] {
  if (outputs.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'overdue-'));
  try {
    const paths = outputs.map(({ fd }) => join(folder, String(fd)));
    execFileSync('mkfifo', ['-m', '600', ...paths], { stdio: 'ignore' });
    return outputs.map(({ fd, stream }, index) => connect(paths[index] ?? '', { fd, stream, onChunk }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function connect(
  path: string,
  {
    fd,
    stream,
    onChunk,
  }: {
    readonly fd: number;
    readonly stream: NodeJS.WritableStream;
    readonly onChunk: (chunk: Buffer) => void;
  },
): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const jobEnd = openSync(path, constants.O_WRONLY);
  // A second, blocking read end for `cat`.
  const blockingEnd = openSync(path, constants.O_RDONLY);
  const socket = new Socket({ fd: readEnd, readable: true, writable: false });
  const ended = new Promise<'ended'>((resolve) => socket.once('close', () => resolve('ended')));
  let lastChunkAt = 0;
  socket.on('data', (chunk: Buffer) => {
    lastChunkAt = performance.now();
    onChunk(chunk);
    if (stream.write(chunk)) return;
    socket.pause();
    stream.once('drain', () => socket.resume());
  });
  socket.on('error', () => socket.destroy());
  // The reader is gone. The job learns that at its next write, as without this process.
  stream.on('error', () => {
    socket.destroy();
    closeQuietly(blockingEnd);
  });
  return {
    jobEnd,
    closeJobEnd: () => closeSync(jobEnd),
    async finish() {
      for (;;) {
        const before = lastChunkAt;
        const isOver = await Promise.race([ended, after(REST_MS)]);
        if (isOver === 'ended') break;
        if (lastChunkAt === before) {
          socket.destroy();
          passOn(blockingEnd, fd);
          break;
        }
      }
      closeQuietly(blockingEnd);
    },
  };
}

/** Leaves a process behind that copies what background processes still write. */
function passOn(from: number, to: number): ChildProcess {
  const cat = spawn('cat', [], { stdio: [from, to, 'ignore'], detached: true });
  cat.on('error', () => {});
  cat.unref();
  return cat;
}

function after(ms: number): Promise<'waited'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('waited'), ms);
  });
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // Closed already.
  }
}
