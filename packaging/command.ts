import { execFileSync } from 'node:child_process';

/** Environment without the variables that npm sets for its scripts, because they change the behaviour of another npm. */
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Runs a program and returns its output. Throws with its error output if it fails. */
export function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
}
