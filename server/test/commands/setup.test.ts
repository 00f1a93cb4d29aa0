import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyPassword } from '../../src/platform/security/password.ts';
import { hashToken } from '../../src/platform/security/token.ts';
import { findDefaultProject } from '../../src/projects/contract.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { NOW, openTerminal, type Terminal } from './command-line.ts';

const SETUP = ['setup', '--email', 'Anna@Example.com', '--team', 'Acme'] as const;

async function storedPassword(terminal: Terminal): Promise<string> {
  const { kysely } = openDatabase(terminal.file);
  try {
    const { password } = await kysely.selectFrom('accounts').select('password').executeTakeFirstOrThrow();
    return password ?? '';
  } finally {
    await kysely.destroy();
  }
}

describe('overdue-server setup', () => {
  test('setup creates a team, a project, an owner, a password and a token, and prints them once', async () => {
    const terminal = openTerminal();
    const result = await terminal.json(...SETUP);
    expect(Object.keys(result)).toEqual(['email', 'password', 'team', 'project', 'token']);
    expect(result).toEqual({
      email: 'anna@example.com',
      password: expect.stringMatching(/^[2-9a-z]{24}$/),
      team: 'Acme',
      project: expect.stringMatching(/^[2-9a-z]{10}$/),
      token: expect.stringMatching(/^ovd_[0-9A-Za-z]{40}$/),
    });
    const store = await terminal.openStore();
    const access = await store.authenticate(hashToken(String(result.token)), NOW);
    expect(access).toMatchObject({ role: 'owner', scope: 'write' });
    const teamID = access?.teamID ?? '';
    expect(await store.listTeams()).toEqual([{ id: teamID, name: 'Acme', slug: 'acme' }]);
    expect(await findDefaultProject(store, teamID)).toMatchObject({
      shortID: result.project,
      isDefault: true,
    });
    expect(await store.listMembers({ teamID: teamID })).toMatchObject([
      { email: 'anna@example.com', name: 'anna', role: 'owner', createdAt: NOW },
    ]);
    expect(await store.listTokens(access?.memberID ?? '', '', 10)).toMatchObject([
      { name: 'setup', scope: 'write', expiresAt: null, createdAt: NOW, lastUsedAt: null },
    ]);
    expect(await verifyPassword(String(result.password), await storedPassword(terminal))).toBe(true);
    expect(await store.check(10)).toEqual([]);
  });

  test('the output for people has one line for each value, and says that it is shown once', async () => {
    const { exitCode, out, err } = await openTerminal().run(...SETUP, '--name', 'Anna B.');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(
      /^Team {7}Acme\nProject {4}\w{10}\nEmail {6}anna@example\.com\nPassword {3}\w{24}\nAPI token {2}ovd_\w{40}\n\n.*once.*\n$/,
    );
  });

  test.each([
    ['from a file', (folder: string) => join(folder, 'password')],
    ['from standard input', () => '-'],
  ])('a given password, %s, is used and not printed', async (_, fileIn) => {
    const terminal = openTerminal({}, 'correct horse battery\n');
    writeFileSync(join(terminal.folder, 'password'), 'correct horse battery\n');
    const { exitCode, out } = await terminal.run(
      ...SETUP,
      '--password-file',
      fileIn(terminal.folder),
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(out).password).toBe('');
    expect(out).not.toContain('horse');
    expect(await verifyPassword('correct horse battery', await storedPassword(terminal))).toBe(true);
  });

  test.each(['1234567890', 'Anna-Example-2026', 'password12'])(
    'the weak password %s is refused',
    async (weak) => {
      const terminal = openTerminal({}, `${weak}\n`);
      const { exitCode, err } = await terminal.run(...SETUP, '--password-file', '-');
      expect(exitCode).toBe(1);
      expect(err).toContain("The password can't be used.");
      expect(err).not.toContain(weak);
      expect(await (await terminal.openStore()).listTeams()).toEqual([]);
    },
  );

  test.each([
    ['the team', ['--email', 'else@example.com', '--team', 'acme'], /The team \\"Acme\\" already exists/],
    ['its slug', ['--email', 'else@example.com', '--team', ' Ácme! '], /The team \\"Acme\\" already exists/],
    [
      'the email',
      ['--email', 'anna@example.com', '--team', 'Other'],
      /anna@example.com already belongs to the team/,
    ],
  ])('setup refuses when %s exists, shows no secret and changes nothing', async (_, args, message) => {
    const terminal = openTerminal();
    await terminal.json(...SETUP);
    const { exitCode, out, err } = await terminal.run('setup', ...args, '--json');
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
    expect(out).toMatch(message);
    expect(JSON.parse(out)).toEqual({ error: { code: 'conflict', message: expect.any(String) } });
    expect(out).not.toContain('ovd_');
    const store = await terminal.openStore();
    expect(await store.listTeams()).toHaveLength(1);
  });

  test('a user without a team keeps their password, and none is printed', async () => {
    const terminal = openTerminal();
    await terminal.json(...SETUP);
    await terminal.json('members', 'add', '--email', 'bert@example.com');
    await terminal.json('members', 'remove', '--email', 'bert@example.com');
    const again = await terminal.json('setup', '--email', 'bert@example.com', '--team', 'Bert');
    expect(again).toMatchObject({ password: '', token: expect.stringMatching(/^ovd_/) });
  });

  test('a name without letters that are valid in a URL still gets a slug', async () => {
    const terminal = openTerminal();
    await terminal.json('setup', '--email', 'a@example.com', '--team', '株式会社');
    const store = await terminal.openStore();
    expect(await store.listTeams()).toMatchObject([
      { name: '株式会社', slug: expect.stringMatching(/^team-\w{10}$/) },
    ]);
  });

  test.each([
    [['--email', 'nobody', '--team', 'Acme'], 'is not an email address'],
    [['--email', 'a@example.com', '--team', ' '], '1 to 100 characters'],
    [['--email', 'a@example.com', '--team', 'x'.repeat(101)], '1 to 100 characters'],
    [['--email', 'a@example.com', '--team', 'A', '--password-file', '-'], '10 to 128 characters'],
    [['--email', 'a@example.com'], "required option '--team <name>' not specified"],
    [['--email', 'a@example.com', '--team', 'A', '--colour', 'red'], "unknown option '--colour'"],
  ])('setup refuses %j in one line', async (args, message) => {
    const terminal = openTerminal({}, 'short');
    const { exitCode, out, err } = await terminal.run('setup', ...args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(/^overdue-server: [^\n]+\n$/);
    expect(err).toContain(message);
  });
});
