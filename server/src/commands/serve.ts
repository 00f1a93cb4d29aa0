import type { Command } from 'commander';
import { type CommandLine, configOf } from './command-line.ts';

export function addServe(program: Command, cli: CommandLine): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .option('--json', 'print errors as JSON (the log is always JSON)')
    .option('--new-database', 'create an empty database even if the key of an earlier database exists')
    .option(
      '--new-key',
      'continue with a different SECRET_KEY; secrets encrypted with the previous key are lost',
    )
    .action(({ newDatabase, newKey }: { readonly newDatabase?: true; readonly newKey?: true }) =>
      cli.serve(configOf(cli), { isNewWanted: newDatabase === true, isNewKeyWanted: newKey === true }),
    );
}
