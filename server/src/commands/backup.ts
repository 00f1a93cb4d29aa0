import { existsSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { AppError } from '@overdue/domain/error.ts';
import type { Command } from 'commander';
import { type CommandLine, type CommonOptions, report, withExistingStore } from './command-line.ts';

export function addBackup(program: Command, cli: CommandLine): void {
  program
    .command('backup')
    .description('copy the database to a file; the service can keep running')
    .argument('<file>', 'path of the new file')
    .option('--json', 'print JSON')
    .action(async (file: string, options: CommonOptions) => {
      if (existsSync(file)) {
        throw new AppError(
          'conflict',
          `${file} already exists. Choose another file, or remove this one first.`,
        );
      }
      await withExistingStore(cli, (store) => store.backup(file));
      // Makes the file readable only by its owner, because a backup contains ping IDs, which are credentials.
      await chmod(file, 0o600);
      const { size } = await stat(file);
      report(cli, {
        options,
        result: { file, bytes: size },
        text: `Saved the database to ${file} (${size} bytes).`,
      });
    });
}
