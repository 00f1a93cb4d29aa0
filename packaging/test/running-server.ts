import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A service that a package has started. */
export interface StartedService {
  readonly url: string;
  /** Stops the service as a supervisor does, and returns its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Waits until a process logs its port for pings. Throws if the process ends first. */
export async function startedService(
  process: ChildProcess,
  interrupt: () => boolean = () => process.kill('SIGTERM'),
): Promise<StartedService> {
  const { stdout } = process;
  if (stdout === null) throw new Error('The output of the service must be a pipe.');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line);
    const port = /"port":(\d+).*Overdue takes pings/.exec(line)?.[1];
    if (port !== undefined) {
      stdout.resume();
      return {
        url: `http://127.0.0.1:${port}`,
        async stop() {
          const exited = once(process, 'exit');
          interrupt();
          const [status] = await exited;
          return status;
        },
      };
    }
  }
  throw new Error(`The service did not start:\n${lines.join('\n')}`);
}
