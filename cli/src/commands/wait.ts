import type { Command } from 'commander';
import type { Monitor, Status } from '../../../sdk/src/api.generated.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { addServiceOptions, openService, type Service, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { parseStatuses } from '../monitors/statuses.ts';
import { parseDuration } from '../options/duration.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { CommandError, type CommandLine, EXIT } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue wait nightly-backup --until up --timeout 10m && deploy
  overdue wait nightly-backup --until down,failing

Exit status: 0 once the monitor has the status; 1 if there is no such monitor, or if the monitor is deleted during the wait; 124 after the timeout.
See "overdue --help" for errors.`;

const UNTIL: readonly Status[] = ['up'];

interface WaitOptions extends ServiceOptions {
  readonly until?: readonly Status[];
  readonly timeout?: number;
}

export function addWait(program: Command, cli: CommandLine): void {
  const command = program
    .command('wait')
    .description('wait until a monitor has a status')
    .argument('<monitor>', 'name, slug or ID')
    .option('--until <statuses>', `statuses to wait for (default: ${UNTIL.join(',')})`, parseStatuses)
    .option('--timeout <duration>', 'maximum time to wait, such as 10m (default: no limit)', parseDuration)
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: WaitOptions) => {
    const service = openService(cli, options);
    const monitor = await waitFor(cli, service, { name, ...options });
    printResult(cli, {
      json: options.json,
      value: { monitor },
      text: () => `${visibleLine(monitor.name)} is ${monitor.status}.\n`,
    });
  });
}

async function waitFor(
  cli: CommandLine,
  { client }: Service,
  { name, until = UNTIL, timeout }: WaitOptions & { readonly name: string },
): Promise<Monitor> {
  const { shortID } = await findMonitor(client, name);
  const controller = new AbortController();
  const cancel = timeout === undefined ? () => {} : cli.clock.after(timeout, () => controller.abort());
  const { signal } = controller;
  try {
    for await (const event of client.live.follow({ signal })) {
      if (event.type === 'monitors' && event.deleted.includes(shortID))
        throw new CommandError('The monitor was deleted.');
      // Reads the monitor on `hello`. Later changes arrive as events, so no change is missed.
      const monitor =
        event.type === 'hello'
          ? await client.monitors.get(shortID, { signal })
          : event.type === 'monitors'
            ? event.monitors.find((candidate) => candidate.shortID === shortID)
            : undefined;
      if (monitor !== undefined && until.includes(monitor.status)) return monitor;
    }
  } catch (error) {
    if (!signal.aborted || !(error instanceof OverdueError)) throw error;
  } finally {
    cancel();
    controller.abort();
  }
  throw new CommandError(
    `The monitor did not become ${until.join(' or ')} before the timeout.`,
    EXIT.timedOut,
  );
}
