import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrapCommand } from './wrap-command.ts';

const PING_URL = 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR';
let folder = '';
let program = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overdue wrap-'));
  program = join(folder, 'overdue');
  // A program that ignores `exec --ping URL --` and runs the command after it.
  writeFileSync(program, '#!/bin/sh\nshift 4\nexec "$@"\n');
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

function wrap(command: string, { shell = '/bin/sh', escapesPercent = true } = {}): string {
  return wrapCommand(command, { program: ['/usr/bin/overdue'], pingURL: PING_URL, shell, escapesPercent });
}

/** Splits a line into command and input, and unescapes `\%` in the command, as Debian's cron and cronie do. */
function asCronReads(line: string): { readonly command: string; readonly input: string } {
  let command = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    if (character === '%') return { command, input: line.slice(at + 1) };
    if (character === '\\' && (next === '%' || next === '\\')) command += next;
    else if (character === '\\') command += character + next;
    else command += character;
    if (character === '\\') at += 1;
  }
  return { command, input: '' };
}

function runAsCron(line: string, shell: string) {
  const { command, input } = asCronReads(line);
  const { stdout, status } = spawnSync(shell, ['-c', command], {
    input,
    // Each command runs in its own empty folder, because a redirection may create a file and `*` expands to all files.
    cwd: mkdtempSync(join(folder, 'run-')),
    env: { PATH: '/usr/bin:/bin', HOME: '/x y' },
  });
  return { stdout: stdout.toString('latin1'), status };
}

describe('the form follows from the command', () => {
  const prefix = `/usr/bin/overdue exec --ping ${PING_URL} -- `;

  test.each([
    ['/usr/local/bin/pg-dump.sh -q --to=/srv', '/usr/local/bin/pg-dump.sh -q --to=/srv'],
    ['backup\t$HOME', `/bin/sh -c 'backup\t$HOME'`],
    [String.raw`dump -f db-\%F`, String.raw`dump -f db-\%F`],
    ['cd /srv && make', "/bin/sh -c 'cd /srv && make'"],
    ['cd /srv', "/bin/sh -c 'cd /srv'"],
    ['A=1 run', "/bin/sh -c 'A=1 run'"],
    ["echo 'it''s'", String.raw`/bin/sh -c 'echo '\''it'\'''\''s'\'''`],
    ['run # nightly', "/bin/sh -c 'run # nightly'"],
    ['run \\', "/bin/sh -c 'run \\'"],
  ])('%j', (command, expected) => expect(wrap(command)).toBe(prefix + expected));

  test('SHELL of the crontab runs the command', () => {
    expect(wrap('a | b', { shell: '/bin/bash' })).toBe(`${prefix}/bin/bash -c 'a | b'`);
  });

  test('anacron keeps percent signs, which only cron unescapes', () => {
    const url = 'https://overdue.example.com/a%20b';
    const options = { program: ['overdue'], pingURL: url, shell: '/bin/sh' };
    expect(wrapCommand('x', { ...options, escapesPercent: true })).toContain(
      String.raw`'https://overdue.example.com/a\%20b'`,
    );
    expect(wrapCommand('x', { ...options, escapesPercent: false })).toContain(`'${url}'`);
    expect(wrap(String.raw`date +\%F`, { escapesPercent: false })).toContain("-c 'date");
  });
});

const PIECES = fc.constantFrom(
  ...[
    'echo ',
    'a b',
    ' ',
    "'",
    '"',
    '\\',
    '\\\\',
    '\\%',
    '%',
    ' && ',
    '; ',
    ' | cat',
    '$HOME',
    '`echo x`',
    '$(echo y)',
    '#',
    ' #',
    '\t',
  ],
  ...[
    'A=1 ',
    'sh -c ',
    'exit 3',
    '(',
    ')',
    '{ ',
    ' }',
    '!',
    '*',
    '~',
    '>/dev/null',
    '2>&1',
    'é',
    'printf ',
    '-n ',
    'cat',
    'x=$((1+2))',
  ],
);

test.each(['/bin/dash', '/bin/bash'])(
  '%s prints the same and ends with the same status as without the wrapper',
  (shell) => {
    fc.assert(
      fc.property(fc.array(PIECES, { minLength: 1, maxLength: 8 }), (pieces) => {
        const line = pieces.join('');
        const { command: raw } = asCronReads(line);
        fc.pre(raw.trim() !== '');
        // Like the parser of crontabs, wraps only the command and not its input.
        const inputAt = line.length - (inputOf(line)?.length ?? 0);
        const wrapped = wrapCommand(line.slice(0, inputAt), {
          program: [program],
          pingURL: PING_URL,
          shell,
          escapesPercent: true,
        });
        expect(runAsCron(wrapped + line.slice(inputAt), shell)).toEqual(runAsCron(line, shell));
      }),
      { numRuns: 60 },
    );
  },
);

/** Returns the input including the percent sign before it; null if there is no input. */
function inputOf(line: string): string | null {
  const match = /(?<!\\)(?:\\\\)*%/.exec(line);
  return match === null ? null : line.slice(match.index + match[0].length - 1);
}
