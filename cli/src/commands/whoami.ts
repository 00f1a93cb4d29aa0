import type { Command } from 'commander';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { facts } from '../print/facts.ts';
import { printResult } from '../print/result.ts';
import type { CommandLine } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue whoami
  overdue whoami --profile work --json

Exit status: 0, 3 if the service can't be reached, 4 if the token is missing or not accepted.`;

export function addWhoami(program: Command, cli: CommandLine): void {
  const command = program
    .command('whoami')
    .description('show the service, account and team that commands use')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action(async (options: ServiceOptions) => {
    const { client, url, profile } = openService(cli, options);
    const { email, name, team, service } = await client.accounts.get();
    printResult(cli, {
      json: options.json,
      value: { url, profile, email, name, team, version: service.version },
      text: () =>
        facts([
          ['Service', `${url} (version ${service.version})`],
          ['Account', name === '' ? email : `${name} <${email}>`],
          ['Team', team === null ? 'none' : `${team.name} (${team.role})`],
          ['Token', profile === null ? 'OVERDUE_TOKEN' : `profile ${profile}`],
        ]),
    });
  });
}
