import { execFile } from 'node:child_process';

export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
}

/** Runs a program to its end. `out` contains standard output and standard error. */
export function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, args, { env, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), out: stdout + stderr });
    });
  });
}

/** Runs a line like cron: with /bin/sh, in cron's minimal environment, and with unescaped % as line ends. */
export function runLine(line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return runProgram('/bin/sh', ['-c', line], {
    SHELL: '/bin/sh',
    PATH: '/usr/bin:/bin',
    HOME: '/tmp',
    LOGNAME: 'nobody',
    LANG: 'C',
    ...env,
  });
}
