import { runProgram } from './shell.ts';

/** Versions of curl and wget, from the first line that each program prints. */
export const CURL_AND_WGET = (
  await Promise.all(
    ['curl', 'wget'].map(async (program) => {
      const { out } = await runProgram(program, ['--version'], { PATH: '/usr/bin:/bin' });
      return `${program} ${/\d+(?:\.\d+)+/.exec(out)?.[0] ?? 'missing'}`;
    }),
  )
).join(', ');
