import { type Command, CommanderError } from 'commander';
import { type CommandLine, type CommonOptions, report, withExistingStore } from './command-line.ts';

const FINDINGS_MAX = 100;

export function addCheck(program: Command, cli: CommandLine): void {
  program
    .command('check')
    .description(
      'verify the database and its invariants; the service can keep running; exits with 1 if it finds a problem',
    )
    .option('--json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const findings = await withExistingStore(cli, (store) => store.check(FINDINGS_MAX));
      const ok = findings.length === 0;
      report(cli, { options, result: { ok, findings }, text: ok ? 'ok' : findings.join('\n') });
      if (!ok) throw new CommanderError(1, 'overdue.findings', 'The check found problems in the database.');
    });
}
