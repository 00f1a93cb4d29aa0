import { ROLES, type Role, type Scope } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { type Command, Option } from 'commander';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import { type CommandLine, type CommonOptions, listing, report, withExistingStore } from './command-line.ts';
import {
  chooseTeam,
  draftMember,
  generatePassword,
  issueToken,
  parseNewEmail,
  tokenScopeOption,
} from './membership.ts';

interface AddOptions extends CommonOptions {
  readonly email: string;
  readonly team?: string;
  readonly role: Role;
  readonly name?: string;
  readonly token?: true;
  readonly scope: Scope;
}

/** `password` is empty for an existing account, `token` if none was requested. */
interface AddResult {
  readonly email: string;
  readonly team: string;
  readonly role: Role;
  readonly password: string;
  readonly token: string;
}

export function addMembersAdd(members: Command, cli: CommandLine): void {
  members
    .command('add')
    .description('add a person to a team; for a new account, prints the password once')
    .requiredOption('--email <address>', "the person's email address")
    .option('--team <name>', 'the team; optional if there is only one')
    .addOption(new Option('--role <role>', "the person's role").choices(ROLES).default('member'))
    .option('--name <name>', "the person's name, for a new account")
    .option('--token', 'create an API token and print it once')
    .addOption(tokenScopeOption())
    .option('--json', 'print JSON')
    .action(async (options: AddOptions) => {
      const result = await withExistingStore(cli, (store) => add(cli, store, options));
      report(cli, { options, result, text: addText(result) });
    });
}

async function add(cli: CommandLine, store: Store, options: AddOptions): Promise<AddResult> {
  const email = parseNewEmail(options.email);
  const team = await chooseTeam(store, options.team);
  const password = generatePassword(cli);
  const draft = await draftMember(cli, { email, name: options.name, role: options.role, password });
  const added = await store.addMember(team.id, draft);
  if (added.outcome === 'exists') {
    throw new AppError('conflict', `${email} already belongs to the team ${JSON.stringify(team.name)}.`);
  }
  await recordCommand(store, cli, {
    teamID: team.id,
    action: 'member.add',
    target: { kind: 'member', id: added.member.id, name: email },
    details: { role: options.role, isNewAccount: added.isNewUser, withToken: options.token === true },
  });
  const token =
    options.token === true
      ? await issueToken(store, {
          parts: cli,
          memberID: added.member.id,
          name: 'command line',
          scope: options.scope,
        })
      : '';
  return { email, team: team.name, role: options.role, password: added.isNewUser ? password : '', token };
}

function addText({ email, team, role, password, token }: AddResult): string {
  const shown = listing([
    ['Team', team],
    ['Email', email],
    ['Role', role],
    ['Password', password],
    ['API token', token],
  ]);
  const note = password === '' ? 'The account already existed. Its password is unchanged.' : '';
  const warning = password === '' && token === '' ? '' : 'Secrets are shown only once. Keep them safe.';
  return [shown, ...[note, warning].filter((line) => line !== '')].join('\n\n');
}
