import { isatty } from 'node:tty';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../../sdk/src/clock.ts';
import { runCommandLine } from './program.ts';

const STDOUT = 1;
/** Width to assume for a terminal that doesn't report its width. */
const COLUMNS = 80;

const status = runCommandLine(
  {
    version: manifest.version,
    env: process.env,
    clock: systemClock,
    write: (text) => write(process.stdout, text),
    writeError: (text) => write(process.stderr, text),
    isTerminal: isatty(STDOUT),
    // `columns` is a function, because reading `process.stdout` opens the stream, and `exec` opens only the streams that it needs.
    columns: () => process.stdout.columns ?? COLUMNS,
  },
  process.argv.slice(2),
);

/** Writes text, unless the reader of a pipe has ended, as in `overdue list | head`. */
function write(stream: NodeJS.WriteStream, text: string): void {
  if (stream.listenerCount('error') === 0)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  stream.write(text);
}

// No top-level `await`, because the bundle is a CommonJS module.
void status.then((exitStatus) => {
  process.exitCode = exitStatus;
});
