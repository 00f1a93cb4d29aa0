import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { referenceFiles } from '../scripts/reference.ts';
import { COMMANDS } from '../src/commands/commands.ts';
import { completionScript, SHELLS } from '../src/completion/scripts.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Commands without the option `--json`, because only jobs and systemd run them. */
const WITHOUT_JSON = ['exec', 'unit'];
const files = await referenceFiles();
const page = files.get('docs/cli-commands.md') ?? '';

test('the page of commands and the manual pages match the help; npm run cli:reference writes them', () => {
  const written = readdirSync(fileURLToPath(new URL('../man', import.meta.url))).map(
    (name) => `cli/man/${name}`,
  );
  expect([...written, 'docs/cli-commands.md'].toSorted()).toEqual([...files.keys()].toSorted());
  for (const [path, text] of files) expect(read(path), path).toBe(text);
});

describe.each(COMMANDS.map(({ name }) => name))('the help of %s', (name) => {
  const help = page.slice(page.indexOf(`\n## ${name}\n`)).split('```')[1] ?? '';

  test('the help of a command has examples and exit statuses, and --json unless a job or systemd runs the command', () => {
    expect(help).toMatch(/\nExamples:\n {2}\S/);
    expect(help).toMatch(/\nExit status: /);
    if (!WITHOUT_JSON.includes(name)) expect(help).toContain('--json');
  });

  test('docs/cli.md explains the command', () => expect(read('docs/cli.md')).toContain(`overdue ${name}`));
});

test('every exit status of the commands is in docs/cli.md', () => {
  for (const status of [0, 1, 2, 3, 4, 124]) expect(read('docs/cli.md')).toContain(`\n| ${status} | `);
});

describe('completion', () => {
  const commands = [
    {
      name: 'list',
      description: "the team's list: [worst] first",
      usage: '',
      options: [
        { flags: '-n, --number <n>', short: '-n', long: '--number', description: "it's", takesValue: true },
      ],
    },
    { name: 'exec', description: 'run a job', usage: '', options: [] },
  ];

  test.each(SHELLS.filter((shell) => existsSync(`/bin/${shell}`) || existsSync(`/usr/bin/${shell}`)))(
    'the script for %s is valid',
    (shell) => {
      execFileSync(shell, ['-n'], {
        input: completionScript(shell, commands),
        stdio: ['pipe', 'ignore', 'inherit'],
      });
    },
  );

  const complete = (...words: readonly string[]) =>
    execFileSync('bash', {
      input: `${completionScript('bash', commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _overdue; printf '%s\\n' "\${COMPREPLY[@]}"`,
      encoding: 'utf8',
    })
      .trim()
      .split('\n');

  test('bash completes commands, options, and the job after --', () => {
    expect(complete('overdue', 'l')).toEqual(['list']);
    expect(complete('overdue', 'list', '--n')).toEqual(['--number']);
    expect(complete('overdue', 'exec', '--', 'compge')).toContain('compgen');
  });
});
