import { DEFAULT_VIEW, type ListView, STATUSES_WORST_FIRST } from '@overdue/domain/views/list-view.ts';
import { type Group, groupRows } from '@overdue/domain/views/monitor-groups.ts';
import { filterRows, orderRows } from '@overdue/domain/views/monitor-rows.ts';
import type { Command } from 'commander';
import type { Monitor, Status } from '../../../sdk/src/api.generated.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import type { CommandLine } from '../process/command-line.ts';
import { findView } from '../monitors/find-view.ts';
import { parseStatuses, statusCell } from '../monitors/statuses.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { styler } from '../print/style.ts';
import { table } from '../print/table.ts';
import { distanceText } from '../print/times.ts';

const EXAMPLES = `
Examples:
  overdue list
  overdue list --status down,failing --tag db
  overdue list --view Databases
  overdue list --watch
  overdue list --json | jq -r '.monitors[] | select(.status == "down") | .name'

Exit status: 0, even if monitors are down. See "overdue --help" for errors.`;

const CLEAR_SCREEN = '\x1b[H\x1b[2J';

interface ListOptions extends ServiceOptions {
  readonly status?: readonly Status[];
  readonly project?: string;
  readonly tag?: string;
  readonly search?: string;
  readonly view?: string;
  readonly watch?: true;
}

export function addList(program: Command, cli: CommandLine): void {
  const command = program
    .command('list')
    .description('list the monitors, worst first')
    .option(
      '--status <statuses>',
      `only monitors with these statuses: ${STATUSES_WORST_FIRST.join(', ')}`,
      parseStatuses,
    )
    .option('--project <id>', 'only monitors of the project with this ID')
    .option('--tag <tag>', 'only monitors with this tag')
    .option('--search <text>', 'only monitors whose name contains this text')
    .option('--view <view>', 'filters, order and groups of the view with this name or ID')
    .option('--watch', 'show the list again after each change, until you stop the command')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: ListOptions) => {
    const { client } = openService(cli, options);
    const { status, project, tag, search: q, view: name } = options;
    const show = async () => {
      const view = name === undefined ? DEFAULT_VIEW : await findView(client, name);
      const { monitors } = await client.monitors.list({ status, project, tag, q });
      const projects = needsProjects(view) ? await Array.fromAsync(client.projects.all()) : [];
      const listed = arrange(monitors, view, {
        now: cli.clock.now(),
        projectNames: new Map(projects.map((each) => [each.shortID, each.name])),
      });
      const isFiltered = [status, project, tag, q, name].some((filter) => filter !== undefined);
      const text = () => (listed.monitors.length === 0 ? emptyText(isFiltered) : listText(cli, listed));
      if (options.watch === true && options.json !== true && cli.isTerminal) cli.write(CLEAR_SCREEN);
      printResult(cli, { json: options.json, value: { monitors: listed.monitors }, text });
    };
    if (options.watch !== true) return show();
    for await (const event of client.live.follow()) {
      const isShown = event.type === 'changed' && name !== undefined && event.kinds.includes('views');
      if (event.type === 'hello' || event.type === 'monitors' || isShown) await show();
      if (event.type === 'lost')
        cli.writeError(`overdue: ${visibleLine(event.error.message)} Trying again.\n`);
    }
  });
}

function needsProjects({ sort, group }: ListView): boolean {
  return sort === 'project' || group === 'project';
}

interface Listed {
  /** In the order of the list, group after group. */
  readonly monitors: readonly Monitor[];
  /** Title of the group that begins with a monitor, by its ID. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Filters, sorts and groups the monitors as the application does. */
function arrange(
  monitors: readonly Monitor[],
  view: ListView,
  { now, projectNames }: { readonly now: number; readonly projectNames: ReadonlyMap<string, string> },
): Listed {
  const { rows } = filterRows(orderRows(monitors, { sort: view.sort, now, projectNames }), view);
  const found = new Map(rows.map((row) => [row.monitor.shortID, row]));
  const { lines, groups } = groupRows([...found.keys()], (shortID) => found.get(shortID), {
    by: view.group,
    closed: new Set(),
  });
  const titleOf = ({ key, count }: Group) => {
    const title = view.group === 'project' ? (projectNames.get(key) ?? key) : key;
    return `${title === '' ? 'No tag' : title} (${count})`;
  };
  const titles = new Map<string, string>();
  lines.forEach((line, index) => {
    const group = groups.get(line);
    if (group !== undefined) titles.set(lines[index + 1] ?? '', titleOf(group));
  });
  return { monitors: lines.flatMap((line) => found.get(line)?.monitor ?? []), titles };
}

function emptyText(isFiltered: boolean): string {
  return isFiltered
    ? 'No monitors match the filters.\n'
    : 'There are no monitors yet. To monitor the jobs of this host: overdue discover\n';
}

function listText(cli: CommandLine, { monitors, titles }: Listed): string {
  const now = cli.clock.now();
  const style = styler(cli);
  const [head, ...lines] = table(
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
  ).split('\n');
  const grouped = lines.flatMap((line, index) => {
    const title = titles.get(monitors[index]?.shortID ?? '');
    return title === undefined ? [line] : ['', style(visibleLine(title), 'strong'), line];
  });
  return [head, ...grouped].join('\n');
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
