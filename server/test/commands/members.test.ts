import { describe, expect, test } from 'vitest';
import { countSignInAttempt } from '../../src/accounts/sign-in/limits.ts';
import { hashToken } from '../../src/platform/security/token.ts';
import { NOW, openTerminal, type Terminal } from './command-line.ts';

async function withAcme(): Promise<Terminal> {
  const terminal = openTerminal();
  await terminal.json('setup', '--email', 'anna@example.com', '--team', 'Acme');
  return terminal;
}

describe('overdue-server members add', () => {
  test('a new account gets a password, and --team is optional if only one team exists', async () => {
    const terminal = await withAcme();
    expect(await terminal.json('members', 'add', '--email', 'Bert@example.com', '--role', 'viewer')).toEqual({
      email: 'bert@example.com',
      team: 'Acme',
      role: 'viewer',
      password: expect.stringMatching(/^[2-9a-z]{24}$/),
      token: '',
    });
  });

  test('a new token works immediately in a running server', async () => {
    const terminal = await withAcme();
    const server = await terminal.openStore();
    const added = await terminal.json('members', 'add', '--email', 'bert@example.com', '--token');
    const hash = hashToken(String(added.token));
    expect(await server.authenticate(hash, NOW)).toMatchObject({ role: 'member', scope: 'write' });
    await terminal.json('members', 'remove', '--email', 'bert@example.com');
    expect(await server.authenticate(hash, NOW)).toBeNull();
  });

  test('an existing account keeps its password', async () => {
    const terminal = await withAcme();
    await terminal.json('setup', '--email', 'bert@example.com', '--team', 'Other Team');
    const args = ['members', 'add', '--email', 'bert@example.com', '--team', 'Acme'];
    expect(await terminal.json(...args)).toMatchObject({ team: 'Acme', password: '' });
    const { exitCode, err } = await terminal.run(...args);
    expect(exitCode).toBe(1);
    expect(err).toBe('overdue-server: bert@example.com already belongs to the team "Acme".\n');
  });

  test('the secrets are printed once without --json', async () => {
    const terminal = await withAcme();
    const { out } = await terminal.run('members', 'add', '--email', 'bert@example.com', '--token');
    expect(out).toMatch(/Password {3}\w{24}\nAPI token {2}ovd_\w{40}\n\n.*once/);
  });

  test('a server with several teams requires the name or slug of a team', async () => {
    const terminal = await withAcme();
    await terminal.json('setup', '--email', 'bert@example.com', '--team', 'Other Team');
    const args = ['members', 'add', '--email', 'c@example.com'];
    expect((await terminal.run(...args)).err).toContain(
      'several teams. Choose one with --team: Acme, Other Team',
    );
    expect((await terminal.run(...args, '--team', 'Nobody')).err).toContain('There is no team "Nobody"');
    expect(await terminal.json(...args, '--team', 'other-team')).toMatchObject({ team: 'Other Team' });
  });

  test('an unknown role is refused', async () => {
    const terminal = await withAcme();
    const { exitCode, err } = await terminal.run(
      'members',
      'add',
      '--email',
      'b@example.com',
      '--role',
      'boss',
    );
    expect(exitCode).toBe(1);
    expect(err).toContain('Allowed choices are owner, admin, member, viewer');
  });
});

describe('overdue-server members password', () => {
  test.each([[], ['--without-two-factor']])(
    '%j forgets all browsers that skipped the code',
    async (...options) => {
      const terminal = await withAcme();
      const server = await terminal.openStore();
      const user = await server.findUser({ email: 'anna@example.com' });
      await server.rememberBrowser({
        id: 'browser-anna',
        userID: user?.id ?? '',
        oldHash: null,
        hash: 'hash',
        at: NOW,
        expiresAt: NOW + 1000,
        trustedUntil: NOW + 1000,
        remoteAddress: '',
        userAgent: '',
        browsersMax: 1,
      });
      await terminal.json('members', 'password', '--email', 'anna@example.com', ...options);
      expect(await server.listBrowsers({ hash: 'hash' }, NOW)).toEqual([]);
    },
  );

  test('a new password ends the limit that failed attempts of strangers have reached', async () => {
    const terminal = await withAcme();
    const server = await terminal.openStore();
    const guess = (attempt: number) =>
      countSignInAttempt(
        server,
        { kind: 'guess', address: `203.0.${attempt}.1`, account: 'anna@example.com' },
        NOW,
      );
    for (let attempt = 0; attempt < 100; attempt += 1) await guess(attempt);
    await expect(guess(100)).rejects.toMatchObject({ code: 'rate_limited' });
    await terminal.json('members', 'password', '--email', 'Anna@example.com');
    await guess(101);
  });

  test('a new password is shown once, ends all sessions, and keeps all memberships', async () => {
    const terminal = await withAcme();
    const server = await terminal.openStore();
    const user = await server.findUser({ email: 'anna@example.com' });
    await server.openSession({
      id: 'session-anna',
      userID: user?.id ?? '',
      token: 'token-anna',
      createdAt: NOW,
      expiresAt: NOW + 1000,
      remoteAddress: '',
      userAgent: '',
    });
    const renewed = await terminal.json('members', 'password', '--email', 'Anna@example.com');
    expect(renewed).toEqual({
      email: 'anna@example.com',
      password: expect.stringMatching(/^[2-9a-z]{24}$/),
    });
    expect(await server.findSession('token-anna', NOW)).toBeNull();
    const [team] = await server.listMembers({ userID: user?.id ?? '' });
    const [entry] = await server.listAudit(team?.teamID ?? '', { limit: 1 });
    expect(entry).toMatchObject({
      action: 'account.renew_password',
      actor: { kind: 'system' },
      target: { name: 'anna@example.com' },
    });
    expect(JSON.stringify(entry)).not.toContain(String(renewed.password));
  });

  test('an unknown address is named', async () => {
    const terminal = await withAcme();
    const { exitCode, err } = await terminal.run('members', 'password', '--email', 'nobody@example.com');
    expect(exitCode).toBe(1);
    expect(err).toBe('overdue-server: No account has the address nobody@example.com.\n');
  });
});

describe('overdue-server members remove', () => {
  test('refuses unknown members, and the last owner', async () => {
    const terminal = await withAcme();
    const remove = async (email: string) => (await terminal.run('members', 'remove', '--email', email)).err;
    expect(await remove('bert@example.com')).toContain('does not belong to the team "Acme"');
    expect(await remove('anna@example.com')).toContain('is the last owner');
    await terminal.json('members', 'add', '--email', 'bert@example.com', '--role', 'owner');
    expect(await terminal.json('members', 'remove', '--email', 'anna@example.com')).toEqual({
      email: 'anna@example.com',
      team: 'Acme',
    });
  });
});

describe('overdue-server members list', () => {
  test('the list has roles, times and tokens, of all teams or of one', async () => {
    const terminal = await withAcme();
    await terminal.json('setup', '--email', 'bert@example.com', '--team', 'Other', '--name', 'Bert');
    await terminal.json('members', 'add', '--email', 'c@example.com', '--team', 'Acme');
    const createdAt = '2026-11-21T08:15:30.123Z';
    const anna = {
      team: 'Acme',
      email: 'anna@example.com',
      name: 'anna',
      role: 'owner',
      createdAt,
      tokens: 1,
    };
    const bert = {
      team: 'Other',
      email: 'bert@example.com',
      name: 'Bert',
      role: 'owner',
      createdAt,
      tokens: 1,
    };
    const c = { team: 'Acme', email: 'c@example.com', name: 'c', role: 'member', createdAt, tokens: 0 };
    expect(await terminal.json('members', 'list')).toEqual({ members: [anna, c, bert] });
    expect(await terminal.json('members', 'list', '--team', 'other')).toEqual({ members: [bert] });
    expect((await terminal.run('members', 'list', '--team', 'Other')).out).toBe(
      'TEAM   EMAIL             NAME  ROLE   SINCE       TOKENS\n' +
        'Other  bert@example.com  Bert  owner  2026-11-21  1\n',
    );
  });
});

test('changes on the command line are in the audit log of the team', async () => {
  const terminal = await withAcme();
  await terminal.json('members', 'add', '--email', 'bert@example.com', '--role', 'viewer', '--token');
  await terminal.json('members', 'remove', '--email', 'bert@example.com');
  const server = await terminal.openStore();
  const [team] = await server.listTeams();
  const entries = await server.listAudit(team?.id ?? '', { limit: 10 });
  const by = { actor: { kind: 'system', name: 'overdue-server', email: '' }, remoteAddress: '', at: NOW };
  const bert = { kind: 'member', id: expect.any(String), name: 'bert@example.com' };
  expect(entries).toMatchObject([
    { ...by, action: 'member.remove', target: bert, details: { role: 'viewer' } },
    {
      ...by,
      action: 'member.add',
      target: bert,
      details: { role: 'viewer', isNewAccount: true, withToken: true },
    },
    { ...by, action: 'team.create', target: { name: 'Acme' }, details: { owner: 'anna@example.com' } },
  ]);
});
