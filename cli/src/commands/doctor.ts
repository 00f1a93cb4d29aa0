import type { Command } from 'commander';
import type { ServiceOptions } from '../api/connect.ts';
import { addServiceOptions } from '../api/connect.ts';
import { examine, type Finding } from '../doctor/examine.ts';
import { printResult } from '../print/result.ts';
import type { Style } from '../print/style.ts';
import { table } from '../print/table.ts';
import { type CommandLine, EXIT } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue doctor
  overdue doctor --json

Checks the profile, the service, this host's clock, the token, the alert channels, waiting reports, and this host's jobs. Run the
command as root to check the jobs of all users.

Exit status: 0 if no check failed, 1 otherwise. Warnings don't change the exit status.`;

const STYLES: Readonly<Record<Finding['result'], Style>> = { ok: 'good', warning: 'warning', problem: 'bad' };

export function addDoctor(program: Command, cli: CommandLine): void {
  const command = program
    .command('doctor')
    .description('check this host: service, clock, token, channels, waiting reports, jobs')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: ServiceOptions) => {
    const findings = await examine(cli, options);
    const isHealthy = findings.every(({ result }) => result !== 'problem');
    if (!isHealthy) cli.setStatus(EXIT.failed);
    printResult(cli, {
      json: options.json,
      value: { isHealthy, checks: findings },
      text: () =>
        table(
          cli,
          [
            { title: 'Result', cell: ({ result }) => ({ text: result, style: STYLES[result] }) },
            { title: 'Check', cell: ({ check }) => check },
            { title: '', cell: ({ text }) => text },
          ],
          findings,
        ),
    });
  });
}
