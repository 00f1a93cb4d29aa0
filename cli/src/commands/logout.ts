import type { Command } from 'commander';
import { createClient } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { type Profile, readProfiles, writeProfiles } from '../config/profile-file.ts';
import { caFileOption } from '../options/ca-file.ts';
import { printResult } from '../print/result.ts';
import { type CommandLine, usageError } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue logout
  overdue logout --profile work

Exit status: 0, 2 if there is no such profile, 3 if the service can't be reached. With status 3, the profile is kept; use --local to remove it.`;

interface LogoutOptions {
  readonly profile?: string;
  readonly local?: true;
  readonly json?: true;
}

export function addLogout(program: Command, cli: CommandLine): void {
  program
    .command('logout')
    .description('revoke the token of a profile, and remove the profile')
    .option('--profile <name>', 'name of the profile (default: the current one)')
    .option('--local', 'only remove the profile, without revoking its token')
    .addOption(caFileOption())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async ({ profile: wanted, local, json }: LogoutOptions) => {
      const before = readProfiles(cli.env);
      const name = wanted ?? before.current;
      const profile = name === null ? undefined : before.byName.get(name);
      if (name === null || profile === undefined)
        throw usageError('There is no such profile. See: overdue profiles');
      const isRevoked = local !== true && (await revoke(cli, profile));
      const byName = new Map([...before.byName].filter(([each]) => each !== name));
      const current = before.current === name ? ([...byName.keys()][0] ?? null) : before.current;
      writeProfiles({ ...before, byName, current });
      printResult(cli, {
        json,
        value: { profile: name, isRevoked, current },
        text: () =>
          isRevoked
            ? `The token of the profile ${name} is revoked, and the profile is removed.\n`
            : `The profile ${name} is removed. Its token may still be valid: see Account → API in the application.\n`,
      });
    });
}

/** Revokes the token. Returns false if the token's ID is unknown. */
async function revoke(cli: CommandLine, { url, token, tokenID }: Profile): Promise<boolean> {
  if (tokenID === null) return false;
  try {
    await createClient({ baseURL: url, token, fetch: cli.network.fetch }, cli.clock).tokens.revoke(tokenID);
    return true;
  } catch (error) {
    // The token was already revoked in the application, or has expired.
    if (error instanceof OverdueError && error.code === 'unauthorized') return true;
    throw error;
  }
}
