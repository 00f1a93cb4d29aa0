import { Argument, type Command } from 'commander';
import { IMPORT_SOURCES, type ImportSource } from '../compat/source/item.ts';
import type { CommandLine } from './command-line.ts';
import type { ImportOptions } from './run-import.ts';

export function addImport(program: Command, cli: CommandLine): void {
  program
    .command('import')
    .description(
      'import monitors from another service, or from crontabs; only shows the plan unless --apply is given; exits with 1 if the ' +
        'plan has collisions',
    )
    .addArgument(new Argument('<source>', 'the service or format').choices(IMPORT_SOURCES))
    .argument(
      '[files...]',
      'exported files, kuma.db, crontabs, or folders such as /etc/cron.d (- for standard input)',
    )
    .option(
      '--key-file <file>',
      'read the API key from a file (- for standard input), and import through the API of the service',
    )
    .option('--keep-key', 'store the API key in the project, for programs that use the API of Healthchecks')
    .option(
      '--ping-key-file <file>',
      'file with the key that jobs send, to store in the project: a Healthchecks ping key, a Sentry DSN or a Cronitor API key',
    )
    .option(
      '--history',
      'also read the history from the API of Healthchecks or Sentry, which takes extra requests for each monitor',
    )
    .option(
      '--continue',
      'keep the status and the last ping from Healthchecks; use this if the jobs will report here before their next deadline',
    )
    .option('--url <url>', 'the address of the source service, if self-hosted')
    .option('--organization <slug>', 'the organization, for Sentry')
    .option('--team <name>', 'the team; optional if there is only one')
    .option('--project <name>', 'the project, by name or shortID (default: the default project of the team)')
    .option('--timezone <zone>', 'the time zone for crontabs and timers that specify none', 'UTC')
    .option('--skip-collisions', 'leave out items that collide')
    .option('--apply', 'import everything in one transaction')
    .option('--json', 'print JSON')
    .action(async (source: ImportSource, files: readonly string[], options: ImportOptions) => {
      // Loaded on demand, because the readers of all services and the API's schemas would slow down every other command's start.
      const { runImport } = await import('./run-import.ts');
      await runImport(cli, { source, files, options });
    });
}
