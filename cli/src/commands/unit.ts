import type { Command } from 'commander';
import { patienceOption } from '../options/duration.ts';
import { addTargetOptions, type TargetOptions, targetOf } from '../options/target-options.ts';
import { type CommandLine, usageError } from '../process/command-line.ts';
import { outboxOptionsOf, sendOne } from '../spool/outbox.ts';
import { readUnitLog, reportOfUnit } from '../unit/unit-report.ts';

const PATIENCE_MS = 2000;
const EXAMPLES = `
Examples:
  ExecStartPre=-+/usr/bin/overdue unit start --ping https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR
  ExecStopPost=-+/usr/bin/overdue unit end --ping https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR

The examples are lines of a drop-in of the service. "overdue discover" writes such drop-ins. The end report contains the result of the service and its lines in the journal.

Exit status: 0, even if the report waits because the service can't be reached, or 2 if an option is wrong.`;

interface UnitOptions extends TargetOptions {
  readonly patience?: number;
}

export function addUnit(program: Command, cli: CommandLine): void {
  const command = program
    .command('unit')
    .description('report the start or the end of a systemd service, from within the service')
    .argument('<event>', 'start, in ExecStartPre; or end, in ExecStopPost');
  addTargetOptions(command)
    .addOption(patienceOption('maximum time to wait for Overdue to respond', PATIENCE_MS))
    .addHelpText('after', EXAMPLES)
    .action(async (event: string, options: UnitOptions) => {
      if (event !== 'start' && event !== 'end')
        throw usageError(`Unknown event: ${event}. Use start or end.`);
      const report = reportOfUnit(event, {
        env: cli.env,
        target: targetOf(options, cli.env),
        at: cli.clock.now(),
        log: event === 'end' ? readUnitLog(cli.env) : null,
      });
      await sendOne(report, { ...outboxOptionsOf(cli), patienceMs: options.patience ?? PATIENCE_MS });
    });
}
