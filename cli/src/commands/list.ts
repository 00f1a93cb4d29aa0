import type { Command } from 'commander';
import type { Monitor, Status } from '../../../sdk/src/api.generated.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import type { CommandLine } from '../command-line.ts';
import { parseStatuses, STATUSES, statusCell, worstFirst } from '../monitors/statuses.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { table } from '../print/table.ts';
import { distanceText } from '../print/times.ts';

const EXAMPLES = `
Examples:
  overdue list
  overdue list --status down,failing --tag db
  overdue list --watch
  overdue list --json | jq -r '.monitors[] | select(.status == "down") | .name'

Exit status: 0, even if monitors are down. See "overdue --help" for errors.`;

const CLEAR_SCREEN = '\x1b[H\x1b[2J';

interface ListOptions extends ServiceOptions {
  readonly status?: readonly Status[];
  readonly project?: string;
  readonly tag?: string;
  readonly search?: string;
  readonly watch?: true;
}

export function addList(program: Command, cli: CommandLine): void {
  const command = program
    .command('list')
    .description('list the monitors, worst first')
    .option('--status <statuses>', `only monitors with these statuses: ${STATUSES.join(', ')}`, parseStatuses)
    .option('--project <id>', 'only monitors of the project with this ID')
    .option('--tag <tag>', 'only monitors with this tag')
    .option('--search <text>', 'only monitors whose name contains this text')
    .option('--watch', 'show the list again after each change, until you stop the command')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: ListOptions) => {
    const { client } = openService(cli, options);
    const { status, project, tag, search: q } = options;
    const show = async () => {
      const { monitors } = await client.monitors.list({ status, project, tag, q });
      const sorted = worstFirst(monitors);
      const isFiltered = [status, project, tag, q].some((filter) => filter !== undefined);
      const text = () => (sorted.length === 0 ? emptyText(isFiltered) : listText(cli, sorted));
      if (options.watch === true && options.json !== true && cli.isTerminal) cli.write(CLEAR_SCREEN);
      printResult(cli, { json: options.json, value: { monitors: sorted }, text });
    };
    if (options.watch !== true) return show();
    for await (const event of client.live.follow()) {
      if (event.type === 'hello' || event.type === 'monitors') await show();
      if (event.type === 'lost')
        cli.writeError(`overdue: ${visibleLine(event.error.message)} Trying again.\n`);
    }
  });
}

function emptyText(isFiltered: boolean): string {
  return isFiltered
    ? 'No monitors match the filters.\n'
    : 'There are no monitors yet. To monitor the jobs of this host: overdue discover\n';
}

function listText(cli: CommandLine, monitors: readonly Monitor[]): string {
  const now = cli.clock.now();
  return table(
    cli,
    [
      { title: 'Status', cell: ({ status }) => statusCell(status) },
      { title: 'Name', cell: ({ name }) => name, isFlexible: true },
      { title: 'ID', cell: ({ shortID }) => shortID },
      {
        title: 'Last ping',
        cell: ({ lastPingAt }) => (lastPingAt === '' ? 'never' : distanceText(lastPingAt, now)),
      },
      { title: 'Next run', cell: ({ nextExpectedAt }) => distanceText(nextExpectedAt, now) },
      { title: 'Incident', cell: (monitor) => incidentText(monitor, now) },
    ],
    monitors,
  );
}

function incidentText({ incident, downSince, mutedUntil }: Monitor, now: number): string {
  const parts = [
    downSince === null ? '' : `since ${distanceText(downSince, now).replace(' ago', '')}`,
    incident?.acknowledgedBy == null ? '' : `acknowledged by ${incident.acknowledgedBy}`,
    incident?.snoozedUntil == null ? '' : 'snoozed',
    mutedUntil !== null && Date.parse(mutedUntil) > now ? 'muted' : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
