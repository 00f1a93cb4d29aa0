import type { Command } from 'commander';
import { type CommandLine, type CommonOptions, configOf, report } from './command-line.ts';

export function addMigrate(program: Command, cli: CommandLine): void {
  program
    .command('migrate')
    .description('migrate the database to this version; serve does this automatically')
    .option('--json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const migrated = await cli.migrate(configOf(cli));
      const text =
        migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}.`;
      report(cli, { options, result: { migrated }, text });
    });
}
