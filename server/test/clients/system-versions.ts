import { runProgram } from './shell.ts';

/** Returns the version of an installed program, from the first line that the program prints; `missing` without one. */
export async function versionOf(program: string, option = '--version'): Promise<string> {
  const { out } = await runProgram(program, [option], { PATH: '/usr/bin:/bin' });
  return /\d+(?:\.\d+)+/.exec(out)?.[0] ?? 'missing';
}

export const CURL_AND_WGET = `curl ${await versionOf('curl')}, wget ${await versionOf('wget')}`;
