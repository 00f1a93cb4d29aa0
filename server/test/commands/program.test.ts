import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { openTerminal, type Terminal } from './command-line.ts';

async function withAcme(env: Record<string, string> = {}): Promise<Terminal> {
  const terminal = openTerminal(env);
  await terminal.json('setup', '--email', 'anna@example.com', '--team', 'Acme');
  return terminal;
}

describe('overdue-server', () => {
  test('serve passes the settings on', async () => {
    const terminal = openTerminal({ PORT: '0' });
    expect(await terminal.run('serve')).toEqual({ exitCode: 0, out: '', err: '' });
    expect(terminal.served).toMatchObject([{ port: 0, database: { file: terminal.file } }]);
  });

  test('help and version go to standard output and need no settings', async () => {
    const terminal = openTerminal({ PORT: 'wrong' });
    for (const args of [['--help'], ['setup', '--help'], ['members', 'add', '--help']]) {
      const { exitCode, out, err } = await terminal.run(...args);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      expect(out).toContain('Usage: overdue-server');
    }
    expect(await terminal.run('--version')).toEqual({ exitCode: 0, out: '1.2.3\n', err: '' });
  });

  test('the program serves without a command, and names an unknown command', async () => {
    const terminal = openTerminal({ PORT: '0' });
    expect(await terminal.run()).toEqual({ exitCode: 0, out: '', err: '' });
    expect(terminal.served).toHaveLength(1);
    expect((await openTerminal().run('sevre')).err).toMatch(/^overdue-server: unknown command 'sevre'/);
  });

  test('every command has --json', async () => {
    for (const name of [
      'serve',
      'setup',
      'migrate',
      'copy',
      'backup',
      'check',
      'members add',
      'members remove',
      'members password',
      'members list',
    ]) {
      expect((await openTerminal().run(...name.split(' '), '--help')).out, name).toContain('--json');
    }
  });

  test('all problems of the settings are reported together', async () => {
    const terminal = openTerminal({ PORT: 'x', ROLE: 'y' });
    const { exitCode, out, err } = await terminal.run('serve');
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(
      /^overdue-server: The configuration is invalid:\n {2}PORT must .*\n {2}ROLE must .*\n$/,
    );
    const inJSON = await terminal.run('serve', '--json');
    expect(JSON.parse(inJSON.out).error).toEqual({
      code: 'invalid',
      message: expect.stringContaining('ROLE'),
    });
    expect(existsSync(terminal.file)).toBe(false);
  });

  test('an error is one line, with its stack at LOG_LEVEL=debug', async () => {
    for (const [level, isTraced] of [
      ['info', false],
      ['debug', true],
    ] as const) {
      const terminal = openTerminal({ LOG_LEVEL: level });
      mkdirSync(dirname(terminal.file));
      writeFileSync(terminal.file, 'This is no database, whatever its name says. '.repeat(100));
      const { exitCode, err } = await terminal.run('check');
      const message = `overdue-server: The database ${terminal.file} can't be opened: it is damaged, or is not an SQLite database. `;
      expect(exitCode).toBe(1);
      expect(err.slice(0, message.length)).toBe(message);
      expect(err.includes('    at ')).toBe(isTraced);
    }
  });

  test('only setup, serve and migrate create a database', async () => {
    const terminal = openTerminal();
    for (const args of [['check'], ['backup', join(terminal.folder, 'copy.db')], ['members', 'list']]) {
      const { exitCode, err } = await terminal.run(...args);
      expect(exitCode).toBe(1);
      expect(err).toContain(`There is no database at ${terminal.file}.`);
    }
    expect(existsSync(terminal.file)).toBe(false);
  });
});

describe('overdue-server migrate', () => {
  test('reports the migrations', async () => {
    const terminal = openTerminal();
    mkdirSync(dirname(terminal.file));
    expect(await terminal.json('migrate')).toEqual({ migrated: ['0001-baseline'] });
    expect(await terminal.json('migrate')).toEqual({ migrated: [] });
    expect((await terminal.run('migrate')).out).toBe('The database is up to date.\n');
  });
});

describe('overdue-server backup', () => {
  test('a copy of a database in use is readable only by its owner', async () => {
    const terminal = await withAcme();
    const server = await terminal.openStore();
    const copy = join(terminal.folder, 'copy.db');
    const result = await terminal.json('backup', copy);
    expect(result).toEqual({ file: copy, bytes: statSync(copy).size });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const restored = await openSqliteStore({ file: copy, newID: () => 'unused' });
    expect(await restored.listTeams()).toEqual(await server.listTeams());
    expect(await restored.check(10)).toEqual([]);
    await restored.close();
  });

  test('an existing file is never overwritten', async () => {
    const terminal = await withAcme();
    const copy = join(terminal.folder, 'copy.db');
    writeFileSync(copy, 'precious');
    const { exitCode, err } = await terminal.run('backup', copy);
    expect(exitCode).toBe(1);
    expect(err).toContain('already exists');
    expect(readFileSync(copy, 'utf8')).toBe('precious');
  });
});

describe('overdue-server check', () => {
  test('a sound database is ok, even while the service uses it', async () => {
    const terminal = await withAcme();
    await terminal.openStore();
    expect(await terminal.run('check')).toEqual({ exitCode: 0, out: 'ok\n', err: '' });
    expect(await terminal.json('check')).toEqual({ ok: true, findings: [] });
  });

  test('findings are printed, and the command fails', async () => {
    const terminal = await withAcme();
    const { raw } = openDatabase(terminal.file);
    raw.exec('PRAGMA foreign_keys = OFF');
    raw.exec(`UPDATE members SET team_id = 'nowhere'`);
    raw.close();
    const { exitCode, out, err } = await terminal.run('check');
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
    expect(out).toMatch(/^.+\n$/m);
    const inJSON = await terminal.run('check', '--json');
    expect(inJSON.exitCode).toBe(1);
    expect(JSON.parse(inJSON.out)).toEqual({
      ok: false,
      findings: expect.arrayContaining([expect.any(String)]),
    });
  });
});
