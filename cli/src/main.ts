import { isatty } from 'node:tty';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../../sdk/src/clock.ts';
import { runCommandLine } from './program.ts';

const STDOUT = 1;
/** Width of a terminal that doesn't tell its width. */
const COLUMNS = 80;

const status = runCommandLine(
  {
    version: manifest.version,
    env: process.env,
    clock: systemClock,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    isTerminal: isatty(STDOUT),
    // A function, because reading `process.stdout` opens the stream, which `exec` must not do for nothing.
    columns: () => process.stdout.columns ?? COLUMNS,
  },
  process.argv.slice(2),
);

// No `await`, because the bundle is a CommonJS module.
void status.then((exitStatus) => {
  process.exitCode = exitStatus;
});
