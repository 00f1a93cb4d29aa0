import type { Command } from 'commander';
import { type CommandLine, configOf } from './command-line.ts';

export function addServe(program: Command, cli: CommandLine): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .option('--json', 'report an error as JSON (the log is JSON in any case)')
    .option('--new-database', 'begin with an empty database although the key of an earlier one is there')
    .option('--new-key', 'go on with another SECRET_KEY: secrets sealed with the earlier one are lost')
    .action(({ newDatabase, newKey }: { readonly newDatabase?: true; readonly newKey?: true }) =>
      cli.serve(configOf(cli), { isNewWanted: newDatabase === true, isNewKeyWanted: newKey === true }),
    );
}
