import type { Command } from 'commander';
import { newRunID } from '../../../sdk/src/run-id.ts';
import { createPingURLFinder } from '../monitors/find-ping-url.ts';
import { addTargetOptions, type TargetOptions, targetOf } from '../options/target-options.ts';
import { printResult } from '../print/result.ts';
import { CommandError, type CommandLine, EXIT, userAgentOf } from '../process/command-line.ts';
import { sendReport } from '../spool/send-report.ts';
import { PING_TYPES, type Report } from '../spool/spool.ts';

const TIMEOUT_MS = 10_000;
const EXAMPLES = `
Examples:
  overdue ping --ping https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR
  overdue ping start --monitor nightly-backup --rid "$run"
  overdue ping $? --monitor nightly-backup --rid "$run"

Exit status: 0 if the ping was recorded, 1 if it was refused, 3 if the service can't be reached.`;

interface PingCommandOptions extends TargetOptions {
  readonly rid?: string;
  readonly json?: true;
}

export function addPing(program: Command, cli: CommandLine): void {
  const command = program
    .command('ping')
    .description('send one ping')
    .argument('[type]', `${PING_TYPES.join(', ')}, or an exit status`, 'ping');
  addTargetOptions(command)
    .option('--rid <id>', 'ID of the run (default: a new one)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (type: string, options: PingCommandOptions) => {
      const report: Report = {
        target: targetOf(options, cli.env),
        type: pingTypeOf(type),
        rid: options.rid ?? newRunID(cli.clock.now()),
        at: cli.clock.now(),
        duration: null,
        log: null,
      };
      const result = await sendReport(report, {
        clock: cli.clock,
        userAgent: userAgentOf(cli),
        network: cli.network,
        findPingURL: createPingURLFinder(cli),
        timeoutMs: TIMEOUT_MS,
      });
      if (result.outcome !== 'sent')
        throw new CommandError(result.reason, result.outcome === 'refused' ? EXIT.failed : EXIT.unreachable);
      printResult(cli, {
        json: options.json,
        value: { rid: report.rid },
        text: () => 'The ping was recorded.\n',
      });
    });
}

function pingTypeOf(text: string): Report['type'] {
  const type = PING_TYPES.find((pingType) => pingType === text);
  if (type !== undefined) return type;
  if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return Number(text);
  throw new CommandError(
    `Unknown ping type: ${text}. Use ${PING_TYPES.join(', ')}, or an exit status from 0 to 255.`,
    EXIT.usage,
  );
}
