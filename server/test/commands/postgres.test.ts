import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../src/database/postgres/migrations/migrations.ts';
import { VERSIONS } from '../postgres/binaries.ts';
import { makeEmptyDatabase } from '../postgres/database.ts';
import { openTerminal } from './command-line.ts';

describe.for(VERSIONS)('overdue-server with PostgreSQL %s', (version) => {
  async function openEmpty() {
    const { url, drop } = await makeEmptyDatabase(version);
    onTestFinished(drop);
    return { url, terminal: openTerminal({ DATABASE_URL: url }) };
  }

  test('setup, members and check work as with a file', async () => {
    const { terminal } = await openEmpty();
    await terminal.json('setup', '--email', 'ada@example.com', '--team', 'Acme');
    const { members } = await terminal.json('members', 'list');
    expect(members).toMatchObject([{ email: 'ada@example.com', role: 'owner' }]);
    expect((await terminal.run('check')).exitCode).toBe(0);
    expect(existsSync(terminal.file)).toBe(false);
  });

  test('migrate reports its work, and parallel runs migrate once', async () => {
    const { terminal } = await openEmpty();
    const responses = await Promise.all(Array.from({ length: 4 }, () => terminal.json('migrate')));
    const migrated = responses.flatMap((response) => response.migrated);
    expect(migrated).toEqual(migrations.map(({ name }) => name));
  });

  test('check and members refuse a database without tables, and show no password', async () => {
    const { url, terminal } = await openEmpty();
    const { host, pathname, password } = new URL(url);
    for (const args of [['check'], ['members', 'list']]) {
      const { exitCode, err } = await terminal.run(...args);
      expect(exitCode).toBe(1);
      expect(err).toContain(`The database postgres://${host}${pathname} has not been set up for Overdue.`);
      expect(err).not.toContain(password);
    }
  });

  test('backup names the tools that do it', async () => {
    const { terminal } = await openEmpty();
    await terminal.json('migrate');
    const { exitCode, err } = await terminal.run('backup', join(terminal.folder, 'copy.db'));
    expect(exitCode).toBe(1);
    expect(err).toContain('pg_dump');
  });

  test('an unreachable server is named, without the password', async () => {
    const terminal = openTerminal({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/overdue' });
    const { exitCode, err } = await terminal.run('check');
    expect(exitCode).toBe(1);
    expect(err).toContain("The database postgres://127.0.0.1:1/overdue can't be reached");
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('hunter2');
  });
});
