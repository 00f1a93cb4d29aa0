import type { Command } from 'commander';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { yamlOf } from '../configuration/write-file.ts';
import { printResult } from '../print/result.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue export > overdue.yaml
  overdue export --name production > production.yaml

Applying the file unchanged has no effect. The file contains no secrets, and applying it doesn't change secrets.

Exit status: 0, 3 if the service can't be reached, 4 if the token is missing or not sufficient.`;

interface ExportOptions extends ServiceOptions {
  readonly name: string;
  readonly ids: boolean;
}

export function addExport(program: Command, cli: CommandLine): void {
  const command = program
    .command('export')
    .description('print the team as a file for "overdue apply"')
    .option(
      '--name <name>',
      'name in the file; resources that this file already manages keep their keys',
      'overdue',
    )
    .option('--no-ids', 'omit IDs, to copy the resources to another team')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: ExportOptions) => {
    const { client, url } = openService(cli, options);
    const exported = await client.configuration.export(options.name);
    printResult(cli, {
      json: options.json,
      value: exported,
      text: () => yamlOf(exported, { url, keepsIDs: options.ids }),
    });
  });
}
