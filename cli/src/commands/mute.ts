import type { Command } from 'commander';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { findMonitor } from '../monitors/find-monitor.ts';
import { parseDuration } from '../options/duration.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { timeText } from '../print/times.ts';
import { type CommandLine, usageError } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue mute nightly-backup --for 2h
  overdue mute nightly-backup --off

Exit status: 0; 1 if there is no such monitor. See "overdue --help" for errors.`;

interface MuteOptions extends ServiceOptions {
  readonly for?: number;
  readonly off?: true;
}

export function addMute(program: Command, cli: CommandLine): void {
  const command = program
    .command('mute')
    .description('suppress the alarms of a monitor for some time; the monitor is still evaluated')
    .argument('<monitor>', 'name, slug or ID')
    .option('--for <duration>', 'how long, such as 30m or 8h', parseDuration)
    .option('--off', 'send alarms again')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (name: string, options: MuteOptions) => {
    const mutedUntil = endOf(options, cli.clock.now());
    const { client } = openService(cli, options);
    const { shortID } = await findMonitor(client, name);
    const monitor = await client.monitors.update(shortID, { mutedUntil });
    const until = mutedUntil === null ? 'no longer muted' : `muted until ${timeText(mutedUntil)}`;
    printResult(cli, {
      json: options.json,
      value: { monitor },
      text: () => `${visibleLine(monitor.name)} is ${until}.\n`,
    });
  });
}

function endOf({ for: duration, off }: MuteOptions, now: number): string | null {
  if ((duration === undefined) === (off === undefined)) throw usageError('Use --for DURATION or --off.');
  if (duration === undefined) return null;
  if (duration === 0) throw usageError('--for must be longer than 0.');
  return new Date(now + duration).toISOString();
}
