import type { Command } from 'commander';
import { AppError } from '../domain/error.ts';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import { type CommandLine, type CommonOptions, report, withExistingStore } from './command-line.ts';
import { chooseTeam, parseEmail } from './membership.ts';

interface RemoveOptions extends CommonOptions {
  readonly email: string;
  readonly team?: string;
}

export function addMembersRemove(members: Command, cli: CommandLine): void {
  members
    .command('remove')
    .description('end a membership and revoke its API tokens')
    .requiredOption('--email <address>', "the person's email address")
    .option('--team <name>', 'the team; optional if there is only one')
    .option('--json', 'print JSON')
    .action(async (options: RemoveOptions) => {
      const result = await withExistingStore(cli, (store) => remove(cli, store, options));
      report(cli, options, result, `${result.email} no longer belongs to the team ${result.team}.`);
    });
}

async function remove(
  cli: CommandLine,
  store: Store,
  options: RemoveOptions,
): Promise<{ readonly email: string; readonly team: string }> {
  const email = parseEmail(options.email);
  const team = await chooseTeam(store, options.team);
  const member = (await store.listMembers(team.id)).find((each) => each.email === email);
  switch (await store.removeMember(team.id, email)) {
    case 'removed':
      await recordCommand(store, cli, {
        teamID: team.id,
        action: 'member.remove',
        target: { kind: 'member', id: member?.id ?? '', name: email },
        details: { role: member?.role ?? '' },
      });
      return { email, team: team.name };
    case 'not_found':
      throw new AppError('not_found', `${email} does not belong to the team ${JSON.stringify(team.name)}.`);
    case 'last_owner':
      throw new AppError(
        'conflict',
        `${email} is the last owner of the team ${JSON.stringify(team.name)}. Add another owner first.`,
      );
  }
}
