import { AppError } from '@overdue/domain/error.ts';
import type { Command } from 'commander';
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
      report(cli, { options, result, text: `${result.email} no longer belongs to the team ${result.team}.` });
    });
}

async function remove(
  cli: CommandLine,
  store: Store,
  options: RemoveOptions,
): Promise<{ readonly email: string; readonly team: string }> {
  const email = parseEmail(options.email);
  const team = await chooseTeam(store, options.team);
  const members = await store.listMembers({ teamID: team.id });
  const memberID = members.find((member) => member.email === email)?.id;
  const removed =
    memberID === undefined
      ? null
      : await store.changeMembership({ teamID: team.id, actorID: null, memberID, action: 'remove' });
  if (removed?.outcome === 'last_owner')
    throw new AppError(
      'conflict',
      `${email} is the last owner of the team ${JSON.stringify(team.name)}. Add another owner first.`,
    );
  if (removed?.outcome !== 'done')
    throw new AppError('not_found', `${email} does not belong to the team ${JSON.stringify(team.name)}.`);
  const { id, role } = removed.member;
  await recordCommand(store, cli, {
    teamID: team.id,
    action: 'member.remove',
    target: { kind: 'member', id, name: email },
    details: { role },
  });
  return { email, team: team.name };
}
