import { readFile } from 'node:fs/promises';
import type { Scope } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { Command } from 'commander';
import { teamSlug } from '../accounts/new-user.ts';
import { requireGoodPassword } from '../accounts/password-rules.ts';
import { newShortID } from '../platform/runtime/random.ts';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import {
  type CommandLine,
  type CommonOptions,
  configOf,
  listing,
  report,
  withStore,
} from './command-line.ts';
import {
  draftMember,
  generatePassword,
  issueToken,
  parseName,
  parseNewEmail,
  tokenScopeOption,
} from './membership.ts';

interface SetupOptions extends CommonOptions {
  readonly email: string;
  readonly team: string;
  readonly name?: string;
  readonly passwordFile?: string;
  readonly scope: Scope;
}

/** `password` is empty if the caller chose it, or if the user already had an account. */
interface SetupResult {
  readonly email: string;
  readonly password: string;
  readonly team: string;
  readonly project: string;
  readonly token: string;
}

export function addSetup(program: Command, cli: CommandLine): void {
  program
    .command('setup')
    .description(
      'create a team with its first owner, without a browser; prints a password and an API token once',
    )
    .requiredOption('--email <address>', "the owner's email address")
    .requiredOption('--team <name>', 'the name of the team')
    .option('--name <name>', "the owner's name")
    .option(
      '--password-file <file>',
      'read the password from a file (- for standard input) instead of generating one',
    )
    .addOption(tokenScopeOption())
    .option('--json', 'print JSON')
    .action(async (options: SetupOptions) => {
      const result = await withStore(cli, configOf(cli), (store) => setUp(cli, store, options));
      report(cli, { options, result, text: setupText(result) });
    });
}

async function setUp(cli: CommandLine, store: Store, options: SetupOptions): Promise<SetupResult> {
  const { random, clock } = cli;
  const email = parseNewEmail(options.email);
  const name = parseName(options.team, 'a team');
  const slug = teamSlug(name) || `team-${newShortID(random)}`;
  await refuseTaken(store, { email, name, slug });
  const chosenPassword =
    options.passwordFile === undefined ? null : await readPassword(cli, options.passwordFile);
  const password = chosenPassword ?? generatePassword(cli);
  if (chosenPassword !== null) await requireGoodPassword(chosenPassword, { email, name: options.name ?? '' });
  const owner = await draftMember(cli, { email, name: options.name, role: 'owner', password });
  const project = newShortID(random);
  const team = { teamID: random.uuid(), name, slug, projectShortID: project, createdAt: clock.now() };
  const created = await store.createTeam(team, owner);
  if (created.outcome !== 'created') throw teamExists(name);
  const { member } = created;
  await recordCommand(store, cli, {
    teamID: team.teamID,
    action: 'team.create',
    target: { kind: 'team', id: team.teamID, name },
    details: { owner: email },
  });
  const token = await issueToken(store, {
    parts: cli,
    memberID: member.id,
    name: 'setup',
    scope: options.scope,
  });
  // The user may already have an account, for example after leaving all teams. The generated password is then unused.
  const isNewUser = member.userID === owner.userID;
  return {
    email,
    password: chosenPassword === null && isNewUser ? password : '',
    team: name,
    project,
    token,
  };
}

async function refuseTaken(
  store: Store,
  wanted: { readonly email: string; readonly name: string; readonly slug: string },
): Promise<void> {
  const { email, name, slug } = wanted;
  for (const team of await store.listTeams()) {
    if (team.slug === slug || team.name.toLowerCase() === name.toLowerCase()) {
      throw teamExists(team.name);
    }
    const members = await store.listMembers({ teamID: team.id });
    if (members.some((member) => member.email === email)) {
      throw new AppError('conflict', `${email} already belongs to the team ${JSON.stringify(team.name)}.`);
    }
  }
}

function teamExists(name: string): AppError {
  return new AppError(
    'conflict',
    `The team ${JSON.stringify(name)} already exists. Add people to it with: overdue-server members add`,
  );
}

async function readPassword(cli: CommandLine, file: string): Promise<string> {
  const text = file === '-' ? await cli.readInput() : await readFile(file, 'utf8');
  return text.replace(/\r?\n$/, '');
}

function setupText({ email, password, team, project, token }: SetupResult): string {
  const shown = listing([
    ['Team', team],
    ['Project', project],
    ['Email', email],
    ['Password', password],
    ['API token', token],
  ]);
  return `${shown}\n\nShown only once: keep ${password === '' ? 'the token' : 'the password and the token'} safe.`;
}
