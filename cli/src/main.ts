import { readFileSync } from 'node:fs';
import { systemClock } from '../../sdk/src/clock.ts';
import { runCommandLine } from './program.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

process.exitCode = await runCommandLine(
  {
    version,
    env: process.env,
    clock: systemClock,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  },
  process.argv.slice(2),
);
