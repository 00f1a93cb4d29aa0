import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OutputTarget } from './output-target.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const OWN_PIPE = 0o600;
/** How long to keep reading output after the job's end if a background process keeps the pipe open. */
const OUTPUT_WAIT_MS = 200;
/** Size of the read buffer. The buffer holds several times the capacity of a pipe, so one write passes on many reads. */
const BUFFER_BYTES = 256 * 1024;
/** Minimum bytes per read for the job to count as writing fast. */
const FAST_READ_BYTES = 4096;

/**
 * An output of the job, with the target to which its bytes are written. If both outputs of this process are the same file, one pipe
 * carries both, so that their order is exact.
 */
export interface JobOutput {
  readonly fds: readonly [1 | 2, ...(1 | 2)[]];
  readonly target: OutputTarget;
}

/** A pipe from the job to an output of this process. */
export interface OutputPipe {
  /** Write end for the job. Close it with {@link closeJobEnd} once the job has inherited it. */
  readonly jobEnd: number;
  readonly closeJobEnd: () => void;
  /**
   * Resolves once the job's output is written, or once writing waits for a slow reader. A detached `cat` copies later
   * output of background processes.
   */
  readonly finish: () => Promise<void>;
}

/**
 * Creates the pipes of a job's outputs, which pass all bytes to `onBytes` and to the target. Uses named pipes because Node's pipes
 * are sockets, and a job can't open a socket as /dev/stdout.
 */
export function openOutputPipes(
  outputs: readonly JobOutput[],
  onBytes: (bytes: Buffer) => void,
): readonly OutputPipe[] {
  if (outputs.length === 0) return [];
  const folder = makeTemporaryFolder();
  try {
    const paths = outputs.map(({ fds }) => join(folder, String(fds[0])));
    // The option `-m` of mkfifo needs /proc.
    execFileSync('mkfifo', paths, { stdio: 'ignore' });
    for (const path of paths) chmodSync(path, OWN_PIPE);
    return outputs.map((output, index) => connect(paths[index] ?? '', { ...output, onBytes }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function connect(
  path: string,
  { fds, target, onBytes }: JobOutput & { readonly onBytes: (bytes: Buffer) => void },
): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const jobEnd = openSync(path, constants.O_WRONLY);
  // A second, blocking read end for `cat`.
  const blockingEnd = openSync(path, constants.O_RDONLY);
  // All reads use one buffer: a new buffer for each read is slower and takes twice the memory.
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const onread = {
    buffer,
    callback: (size: number) => pass(buffer.subarray(0, fill(buffer, { from: readEnd, size }))),
  };
  const socket = new Socket({ fd: readEnd, readable: true, writable: false, onread });
  const ended = new Promise<'ended'>((resolve) => socket.once('close', () => resolve('ended')));
  let passedBytes = 0;
  let waiting: Promise<void> | null = null;
  socket.on('error', () => socket.destroy());
  socket.resume();

  /** Passes bytes to `onBytes` and to the target. Returns whether to continue reading immediately. */
  function pass(bytes: Buffer): boolean {
    passedBytes += bytes.length;
    onBytes(bytes);
    try {
      waiting = target.write(bytes);
    } catch {
      endReading();
      return false;
    }
    waiting = waiting?.then(readOn, endReading) ?? null;
    return waiting === null;
  }

  function readOn(): void {
    waiting = null;
    socket.resume();
  }

  /** The reader of the target is gone. Without a read end, the next write of the job fails, as it would without this process. */
  function endReading(): void {
    waiting = null;
    socket.destroy();
    closeBlockingEnd();
  }

  let isBlockingEndOpen = true;
  function closeBlockingEnd(): void {
    if (isBlockingEndOpen) closeSync(blockingEnd);
    isBlockingEndOpen = false;
  }

  async function finish(): Promise<void> {
    for (;;) {
      const before = passedBytes;
      const wait = new AbortController();
      const winner = await Promise.race([ended, after(OUTPUT_WAIT_MS, wait.signal)]);
      // A pending timer would keep this process alive.
      wait.abort();
      if (winner === 'ended') return closeBlockingEnd();
      if (passedBytes !== before) continue;
      // A slow reader gets the remaining output while the end of the run is reported.
      if (waiting !== null) return void waiting.then(finish);
      socket.destroy();
      passOn(blockingEnd, fds[0]);
      return closeBlockingEnd();
    }
  }

  return { jobEnd, closeJobEnd: () => closeSync(jobEnd), finish };
}

/**
 * Continues to read while the job writes fast, because reading here is faster than reading through the event loop.
 * Returns the number of bytes in the buffer.
 */
function fill(buffer: Buffer, { from, size }: { readonly from: number; readonly size: number }): number {
  let filled = size;
  let last = size;
  while (last >= FAST_READ_BYTES && filled < buffer.length) {
    last = readWaiting(from, buffer, filled);
    filled += last;
  }
  return filled;
}

function readWaiting(fd: number, buffer: Buffer, offset: number): number {
  try {
    return readSync(fd, buffer, offset, buffer.length - offset, null);
  } catch {
    // The pipe is empty. Any other error occurs again at the next read of the socket.
    return 0;
  }
}

/** Starts a detached process that copies later output of background processes. */
function passOn(from: number, to: number): ChildProcess {
  const cat = spawn('cat', [], { stdio: [from, to, 'ignore'], detached: true });
  cat.on('error', () => {});
  cat.unref();
  return cat;
}

async function after(ms: number, signal: AbortSignal): Promise<'waited'> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
  return 'waited';
}
