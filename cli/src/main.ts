import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../../sdk/src/clock.ts';
import { runCommandLine } from './program.ts';

const STDOUT = 1;
const SHELL = '/bin/sh';
const LOOKUP = 'GetAddrInfoReqWrap';
/** Look-ups of names, and outputs. An output that still has bytes to write is listed with its write. */
const IDLE = [LOOKUP, 'PipeWrap', 'TTYWrap'];
const LOOK_AGAIN_MS = 50;
/** Width to assume for a terminal that doesn't report its width. */
const COLUMNS = 80;

const status = runCommandLine(
  {
    version: manifest.version,
    env: process.env,
    clock: systemClock,
    write: (text) => write(process.stdout, text, isReaderGone),
    // A warning that can't be written must not end the process while a job runs.
    writeError: (text) => write(process.stderr, text, () => true),
    isTerminal: isatty(STDOUT),
    // `columns` is a function, because reading `process.stdout` opens the stream, and `exec` opens only the streams that it needs.
    columns: () => process.stdout.columns ?? COLUMNS,
  },
  process.argv.slice(2),
);

/** Errors if the reader of a pipe has ended, as in `overdue list | head`, or if the terminal is closed. */
const READER_GONE = ['EPIPE', 'EIO'];

type IsHarmless = (error: NodeJS.ErrnoException) => boolean;

function isReaderGone({ code = '' }: NodeJS.ErrnoException): boolean {
  return READER_GONE.includes(code);
}

function write(stream: NodeJS.WriteStream, text: string, isHarmless: IsHarmless): void {
  if (stream.listenerCount('error') === 0)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isHarmless(error)) throw error;
    });
  stream.write(text);
}

// No top-level `await`, because the bundle is a CommonJS module.
void status.then((exitStatus) => {
  process.exitCode = exitStatus;
  setInterval(exitDespiteLookups, LOOK_AGAIN_MS).unref();
});

/**
 * Ends this process if it only waits for look-ups of host names, which take up to 30 seconds, and for which even `process.exit` waits. A
 * program that takes the place of this process ends at once.
 */
function exitDespiteLookups(): void {
  const active = process.getActiveResourcesInfo();
  if (!active.includes(LOOKUP) || !active.every((name) => IDLE.includes(name)) || !existsSync(SHELL)) return;
  process.execve?.(SHELL, ['sh', '-c', `exit ${process.exitCode ?? 0}`], {});
}
