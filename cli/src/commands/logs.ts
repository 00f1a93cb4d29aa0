import type { Command } from 'commander';
import type { Event } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { countBetween } from '../options/count.ts';
import { visibleLine, visibleText } from '../print/plain.ts';
import { writeJSON } from '../print/result.ts';
import { styler } from '../print/style.ts';
import { timeText } from '../print/times.ts';
import { CommandError, type CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue logs nightly-backup          the newest log
  overdue logs nightly-backup -n 5     the five newest logs, oldest first
  overdue logs nightly-backup -f       the newest log, and every further one

Exit status: 0; 1 if there is no such monitor, or no log. See "overdue --help" for errors.`;

const LOGS_MAX = 100;
/** Maximum number of events to search for logs, newest first. */
const EVENTS_READ_MAX = 1000;

interface LogsOptions extends ServiceOptions {
  readonly number?: number;
  readonly follow?: true;
}

interface Log {
  readonly event: Event;
  readonly text: string;
}

export function addLogs(program: Command, cli: CommandLine): void {
  const command = program
    .command('logs')
    .description('print the logs that a job sent with its pings')
    .argument('<monitor>', 'name, slug or ID')
    .option('-n, --number <number>', 'number of logs (default: 1)', countBetween('--number', 1, LOGS_MAX))
    .option('-f, --follow', 'print further logs as they arrive, until you stop the command')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: LogsOptions) => {
    const { client } = openService(cli, options);
    const { shortID } = await findMonitor(client, name);
    const first = await readLogs(client, shortID, { after: 0, count: options.number ?? 1 });
    if (first.logs.length === 0 && options.follow !== true) throw new CommandError('There are no logs yet.');
    print(cli, first.logs, options);
    if (options.follow !== true) return;
    let after = first.newest;
    for await (const event of client.live.follow()) {
      const isConcerned =
        event.type === 'hello' ||
        (event.type === 'monitors' && event.monitors.some((monitor) => monitor.shortID === shortID));
      if (!isConcerned) continue;
      const next = await readLogs(client, shortID, { after, count: LOGS_MAX });
      after = Math.max(after, next.newest);
      print(cli, next.logs, options);
    }
  });
}

/** Reads the newest logs after an event, oldest first. */
async function readLogs(
  client: Client,
  shortID: string,
  { after, count }: { readonly after: number; readonly count: number },
): Promise<{ readonly logs: readonly Log[]; readonly newest: number }> {
  const { events } = await client.monitors.events.list(shortID, { limit: EVENTS_READ_MAX });
  const wanted = events.filter(({ number, bodySize }) => number > after && bodySize > 0).slice(0, count);
  const logs = await Promise.all(
    wanted.toReversed().map(async (event) => {
      const { bytes } = await client.monitors.eventBody(shortID, event.number);
      return { event, text: Buffer.from(bytes).toString('utf8') };
    }),
  );
  return { logs, newest: events[0]?.number ?? after };
}

function print(cli: CommandLine, logs: readonly Log[], { json }: LogsOptions): void {
  const style = styler(cli);
  for (const { event, text } of logs) {
    if (json === true) {
      cli.write(`${writeJSON({ event, log: text })}\n`);
      continue;
    }
    const status = event.exitStatus === null ? '' : `, exit status ${event.exitStatus}`;
    const title = `${timeText(event.happenedAt)}  ${event.type}${status}  run ${visibleLine(event.runID)}`;
    // A pipe gets the log unchanged. On a terminal, control characters are made visible.
    cli.write(
      `${style(title, 'strong')}\n${cli.isTerminal ? visibleText(text) : text}${text.endsWith('\n') ? '' : '\n'}`,
    );
  }
}
