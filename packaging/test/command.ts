import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a program in an environment and returns its exit status and output. Errors go to the output of the tests. */
export async function runIn(
  env: Readonly<Record<string, string>>,
  ...[program, ...args]: readonly [string, ...string[]]
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status, output };
}
