import type { Command } from 'commander';
import { type Client, createClient } from '../../../sdk/src/client.ts';
import { type Credentials, credentialsOf } from '../config/credentials.ts';
import { caFileOption } from '../options/ca-file.ts';
import type { CommandLine } from '../process/command-line.ts';

/** Options of every command that talks to the API. Add them with {@link addServiceOptions}. */
export interface ServiceOptions {
  readonly profile?: string;
  readonly json?: true;
}

export interface Service extends Omit<Credentials, 'token'> {
  readonly client: Client;
}

export function addServiceOptions(command: Command): Command {
  return command
    .option('--profile <name>', 'profile stored by "overdue login" (default: the current one)')
    .addOption(caFileOption())
    .option('--json', 'print the result as JSON');
}

/** Returns the API of the token's team. Methods reject with an `OverdueError`, which ends the command. */
export function openService(cli: CommandLine, options: ServiceOptions): Service {
  const { url, token, profile } = credentialsOf(options, cli.env);
  return { url, profile, client: createClient({ baseURL: url, token, fetch: cli.network.fetch }, cli.clock) };
}
