import type { Role } from '@overdue/domain/access/access.ts';
import type { Command } from 'commander';
import type { Store } from '../store/store.ts';
import { type CommandLine, type CommonOptions, report, withExistingStore } from './command-line.ts';
import { chooseTeam } from './membership.ts';

const TOKENS_COUNTED_MAX = 1000;

interface ListOptions extends CommonOptions {
  readonly team?: string;
}

interface ListedMember {
  readonly team: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly tokens: number;
}

export function addMembersList(members: Command, cli: CommandLine): void {
  members
    .command('list')
    .description('list the members of a team with their roles and how many API tokens they have')
    .option('--team <name>', 'the team (default: all teams)')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const listed = await withExistingStore(cli, (store) => list(store, options));
      report(cli, { options, result: { members: listed }, text: table(listed) });
    });
}

async function list(store: Store, options: ListOptions): Promise<readonly ListedMember[]> {
  const teams =
    options.team === undefined ? await store.listTeams() : [await chooseTeam(store, options.team)];
  const listed: ListedMember[] = [];
  for (const team of teams) {
    for (const { id, email, name, role, createdAt } of await store.listMembers({ teamID: team.id })) {
      const tokens = (await store.listTokens(id, '', TOKENS_COUNTED_MAX)).length;
      listed.push({
        team: team.name,
        email,
        name,
        role,
        createdAt: new Date(createdAt).toISOString(),
        tokens,
      });
    }
  }
  return listed;
}

function table(members: readonly ListedMember[]): string {
  const rows = [
    ['TEAM', 'EMAIL', 'NAME', 'ROLE', 'SINCE', 'TOKENS'],
    ...members.map(({ team, email, name, role, createdAt, tokens }) => [
      team,
      email,
      name,
      role,
      createdAt.slice(0, 10),
      String(tokens),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
