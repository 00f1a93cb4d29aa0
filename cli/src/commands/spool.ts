import type { Command } from 'commander';
import { stateFolder } from '../config/state-folder.ts';
import type { ReportTarget } from '../monitors/report-target.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { table } from '../print/table.ts';
import { distanceText } from '../print/times.ts';
import { CommandError, type CommandLine, usageError } from '../process/command-line.ts';
import { hasSpool, openSpool, REPORTED_DAYS_MAX, type Spool, type WaitingReport } from '../spool/spool.ts';

const EXAMPLES = `
Examples:
  overdue spool list         which reports wait, and why
  overdue spool drop 17 18   give up two reports
  overdue spool drop --all

Exit status: 0, or 1 if there is no report with the ID.`;

interface SpoolOptions {
  readonly all?: true;
  readonly json?: true;
}

export function addSpool(program: Command, cli: CommandLine): void {
  program
    .command('spool')
    .description('list or drop the reports that wait on this host')
    .argument(
      '[action]',
      'list, the oldest first; or drop, which deletes reports without sending them',
      'list',
    )
    .argument('[id...]', 'with drop: IDs of reports, as in the list')
    .option('--all', 'with drop: all waiting reports')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action((action: string, ids: readonly string[], options: SpoolOptions) => {
      if (action === 'list') withSpool(cli, (opened) => list(cli, opened?.list() ?? [], options.json));
      else if (action === 'drop') withSpool(cli, (opened) => drop(cli, opened, { ids, options }));
      else throw usageError(`Unknown action: ${visibleLine(action)}. Use list or drop.`);
    });
}

/** Opens the spool for `use`; null if this user has none. */
function withSpool(cli: CommandLine, use: (spool: Spool | null) => void): void {
  const folder = stateFolder(cli.env);
  if (!hasSpool(folder)) {
    use(null);
    return;
  }
  const warn = (text: string) => cli.writeError(`overdue: ${text}\n`);
  const spool = openSpool(folder, { now: cli.clock.now(), warn });
  try {
    use(spool);
  } finally {
    spool.close();
  }
}

function list(cli: CommandLine, reports: readonly WaitingReport[], json: true | undefined): void {
  const rows = reports.map((report) => ({
    id: report.id,
    type: report.type,
    monitor: monitorOf(report.target),
    at: new Date(report.at).toISOString(),
    logBytes: report.logBytes,
    reason: reasonOf(report),
  }));
  printResult(cli, {
    json,
    value: { reports: rows },
    text: () =>
      rows.length === 0
        ? 'No report waits.\n'
        : table(
            cli,
            [
              { title: 'ID', cell: ({ id }) => String(id) },
              { title: 'Report', cell: ({ type }) => (typeof type === 'number' ? `exit ${type}` : type) },
              { title: 'Time', cell: ({ at }) => distanceText(at, cli.clock.now()) },
              { title: 'Monitor', cell: ({ monitor }) => visibleLine(monitor) },
              { title: 'Why it waits', cell: ({ reason }) => visibleLine(reason ?? 'Not tried yet.') },
            ],
            rows,
          ),
  });
}

function reasonOf({ isHeld, isTooOld, reason }: WaitingReport): string | null {
  if (isHeld) return 'Its job is sending it now.';
  if (isTooOld) return `It is older than ${REPORTED_DAYS_MAX} days by the clock of this host.`;
  return reason;
}

/** Returns the name of a monitor, or the beginning of its ping URL, which is a credential. */
function monitorOf(target: ReportTarget): string {
  if ('monitor' in target)
    return `${target.monitor.name}${target.monitor.url === '' ? '' : ` at ${target.monitor.url}`}`;
  return target.pingURL.replace(/(\/ping\/.{4})[^/?]*/, '$1…').replace(/(:\/\/)[^/?#]*@/, '$1');
}

function drop(
  cli: CommandLine,
  spool: Spool | null,
  { ids, options }: { readonly ids: readonly string[]; readonly options: SpoolOptions },
): void {
  if ((ids.length === 0) === (options.all !== true))
    throw usageError('Name the IDs of reports, or use --all.');
  const known = new Set(spool?.list().map(({ id }) => String(id)) ?? []);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new CommandError(`There is no report ${visibleLine(missing)}. See: overdue spool list`);
  const chosen = options.all === true ? [...known] : ids;
  const dropped = chosen.filter((id) => spool?.remove(Number(id)) === true).length;
  const waiting = spool?.count() ?? 0;
  printResult(cli, {
    json: options.json,
    value: { dropped, waiting },
    text: () => `Dropped: ${dropped}. Waiting: ${waiting}.\n`,
  });
}
