import { DEFAULT_VIEW, type ListView, STATUSES_WORST_FIRST } from '@overdue/domain/views/list-view.ts';
import { groupRows } from '@overdue/domain/views/monitor-groups.ts';
import { filterRows, orderRows } from '@overdue/domain/views/monitor-rows.ts';
import type { Command } from 'commander';
import type { Monitor, Status, View } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { parseStatuses, statusCell } from '../monitors/statuses.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { styler } from '../print/style.ts';
import { table } from '../print/table.ts';
import { distanceText } from '../print/times.ts';
import { CommandError, type CommandLine } from '../process/command-line.ts';

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
      const groups = arrange(monitors, view, {
        now: cli.clock.now(),
        projectNames: new Map(projects.map((each) => [each.shortID, each.name])),
      });
      const isFiltered = [status, project, tag, q, name].some((filter) => filter !== undefined);
      const listed = groups.flatMap((group) => group.monitors);
      const text = () => (listed.length === 0 ? emptyText(isFiltered) : listText(cli, groups));
      if (options.watch === true && options.json !== true && cli.isTerminal) cli.write(CLEAR_SCREEN);
      printResult(cli, { json: options.json, value: { monitors: listed }, text });
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

/**
 * Finds a view of the monitor list by its name or ID. A private view comes before a shared view of the same name. Throws a CommandError
 * if there is none.
 */
async function findView(client: Client, text: string): Promise<View> {
  const views = await client.views.list();
  const named = views.filter(({ name, shortID }) => name === text || shortID === text);
  const found = named.find(({ shared }) => !shared) ?? named[0];
  if (found !== undefined) return found;
  const names = views.map(({ name }) => visibleLine(name)).join(', ');
  throw new CommandError(
    `No view is named ${text}. ${names === '' ? 'There are no views yet. Save one in the list of the application.' : `Views: ${names}.`}`,
  );
}

interface ListedGroup {
  /** Null if the list isn't grouped. */
  readonly title: string | null;
  readonly monitors: readonly Monitor[];
}

/** Filters, sorts and groups the monitors as the application does. */
function arrange(
  monitors: readonly Monitor[],
  view: ListView,
  { now, projectNames }: { readonly now: number; readonly projectNames: ReadonlyMap<string, string> },
): readonly ListedGroup[] {
  const { sort, group: by } = view;
  const { rows } = filterRows(orderRows(monitors, { sort, now, projectNames }), view);
  if (by === 'none') return [{ title: null, monitors: rows.map(({ monitor }) => monitor) }];
  return groupRows(rows, by).map(({ key, rows: members }) => {
    const name = by === 'project' ? (projectNames.get(key) ?? key) : key;
    return {
      title: `${name === '' ? 'No tag' : name} (${members.length})`,
      monitors: members.map(({ monitor }) => monitor),
    };
  });
}

function emptyText(isFiltered: boolean): string {
  return isFiltered
    ? 'No monitors match the filters.\n'
    : 'There are no monitors yet. To monitor the jobs of this host: overdue discover\n';
}

function listText(cli: CommandLine, groups: readonly ListedGroup[]): string {
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
    groups.flatMap(({ monitors }) => monitors),
  ).split('\n');
  const grouped = groups.flatMap(({ title, monitors }) => [
    ...(title === null ? [] : ['', style(visibleLine(title), 'strong')]),
    ...lines.splice(0, monitors.length),
  ]);
  return [head, ...grouped, ...lines].join('\n');
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
