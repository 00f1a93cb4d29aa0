import type { Command } from 'commander';
import { readProfiles, writeProfiles } from '../config/profile-file.ts';
import { printResult } from '../print/result.ts';
import { table } from '../print/table.ts';
import { type CommandLine, usageError } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue profiles              list the profiles of "overdue login"
  overdue profiles --use work   make "work" the profile of commands without --profile

Exit status: 0, or 2 if there is no such profile or if other users can read the file.`;

interface ProfilesOptions {
  readonly use?: string;
  readonly json?: true;
}

export function addProfiles(program: Command, cli: CommandLine): void {
  program
    .command('profiles')
    .description('list the profiles, or choose the current one')
    .option('--use <name>', 'make this profile the current one')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(({ use, json }: ProfilesOptions) => {
      if (use !== undefined) choose(cli, use);
      const { path, current, byName } = readProfiles(cli.env);
      const profiles = [...byName].map(([name, { url }]) => ({ name, url, isCurrent: name === current }));
      printResult(cli, {
        json,
        value: { path, profiles },
        text: () =>
          profiles.length === 0
            ? 'There are no profiles. Run: overdue login\n'
            : table(
                cli,
                [
                  { title: 'Name', cell: ({ name }) => name },
                  { title: 'Address', cell: ({ url }) => url, isFlexible: true },
                  { title: '', cell: ({ isCurrent }) => (isCurrent ? 'current' : '') },
                ],
                profiles,
              ),
      });
    });
}

function choose(cli: CommandLine, name: string): void {
  const profiles = readProfiles(cli.env);
  if (!profiles.byName.has(name)) throw usageError(`There is no profile ${name}.`);
  writeProfiles({ ...profiles, current: name });
}
