import type { Command } from 'commander';
import type { Run } from '../../../sdk/src/api.generated.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { countBetween } from '../options/count.ts';
import { printResult } from '../print/result.ts';
import type { Style } from '../print/style.ts';
import { table } from '../print/table.ts';
import { durationText, timeText } from '../print/times.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue runs nightly-backup
  overdue runs nightly-backup --limit 100 --json

Exit status: 0; 1 if there is no such monitor. See "overdue --help" for errors.`;

const LIMIT = 20;
const LIMIT_MAX = 1000;

const STYLES: Readonly<Record<Run['state'], Style>> = {
  running: 'quiet',
  succeeded: 'good',
  failed: 'bad',
  timed_out: 'bad',
  missed: 'bad',
  unknown: 'quiet',
};

interface RunsOptions extends ServiceOptions {
  readonly limit: number;
}

export function addRuns(program: Command, cli: CommandLine): void {
  const command = program
    .command('runs')
    .description('list the runs of a monitor, newest first')
    .argument('<monitor>', 'name, slug or ID')
    .option('--limit <number>', `number of runs (default: ${LIMIT})`, countBetween('--limit', 1, LIMIT_MAX))
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: Partial<RunsOptions>) => {
    const { client } = openService(cli, options);
    const { shortID } = await findMonitor(client, name);
    const { runs } = await client.monitors.runs.list(shortID, { limit: options.limit ?? LIMIT });
    printResult(cli, {
      json: options.json,
      value: { runs },
      text: () => (runs.length === 0 ? 'There are no runs yet.\n' : runsText(cli, runs)),
    });
  });
}

function runsText(cli: CommandLine, runs: readonly Run[]): string {
  return table(
    cli,
    [
      {
        title: 'State',
        cell: ({ state, late }) => ({
          text: `${state.replace('_', ' ')}${late ? ', late' : ''}`,
          style: STYLES[state],
        }),
      },
      { title: 'Expected', cell: ({ expectedAt }) => timeText(expectedAt) },
      { title: 'Started', cell: ({ startedAt }) => timeText(startedAt) },
      { title: 'Ended', cell: ({ endedAt }) => timeText(endedAt) },
      { title: 'Duration', cell: ({ duration }) => (duration === null ? '' : durationText(duration)) },
      { title: 'Run', cell: ({ runID }) => runID, isFlexible: true },
    ],
    runs,
  );
}
