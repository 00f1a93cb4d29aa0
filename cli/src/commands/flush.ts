import type { Command } from 'commander';
import { stateFolder } from '../config/state-folder.ts';
import { createPingURLFinder } from '../monitors/find-ping-url.ts';
import { caFileOption } from '../options/ca-file.ts';
import { patienceOption } from '../options/duration.ts';
import { CommandError, type CommandLine, EXIT, userAgentOf } from '../process/command-line.ts';
import { flush, REPORT_TIMEOUT_MS } from '../spool/flush.ts';

const EXAMPLES = `
Examples:
  overdue flush           send the waiting reports now
  */5 * * * * overdue flush

Exit status: 0 if no reports are left, except those that are too old to be sent; 3 if the service can't be reached.`;

interface FlushOptions {
  readonly json?: true;
  readonly patience?: number;
}

export function addFlush(program: Command, cli: CommandLine): void {
  program
    .command('flush')
    .description('send the reports that wait because the service could not be reached')
    .addOption(patienceOption('how long to wait for the service, per report', REPORT_TIMEOUT_MS))
    .addOption(caFileOption())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json, patience }: FlushOptions) => {
      const result = await flush(stateFolder(cli.env), {
        clock: cli.clock,
        userAgent: userAgentOf(cli),
        network: cli.network,
        ...(patience === undefined ? {} : { timeoutMs: patience }),
        findPingURL: createPingURLFinder(cli),
        warn: (text) => cli.writeError(`overdue: ${text}\n`),
      });
      for (const reason of result.refused)
        cli.writeError(`overdue: a report was refused and dropped: ${reason}\n`);
      if (json === true) cli.write(`${JSON.stringify(result)}\n`);
      else
        cli.write(
          `Sent: ${result.sent}. Waiting: ${result.waiting}${result.tooOld === 0 ? '' : `, of which ${result.tooOld} are too old to be sent`}.\n`,
        );
      if (result.problem !== null)
        throw new CommandError(
          `Reports still waiting: ${result.waiting}. ${result.problem}`,
          EXIT.unreachable,
        );
    });
}
