import { expect, test } from 'vitest';
import { table } from './table.ts';

const NAME = { title: 'Name', cell: ({ name }: { name: string }) => name, isFlexible: true } as const;
const STATUS = { title: 'Status', cell: () => ({ text: 'down', style: 'bad' as const }) };
const screen = (columns: number, env = {}) => ({ env, isTerminal: true, columns: () => columns });
const pipe = { env: {}, isTerminal: false, columns: () => 80 };

test('a table in a pipe has no colours and is not shortened', () => {
  const name = 'n'.repeat(100);
  expect(table(pipe, [STATUS, NAME], [{ name }])).toBe(`STATUS  NAME\ndown    ${name}\n`);
});

test('a terminal gets colours unless NO_COLOR is set', () => {
  expect(table(screen(80), [STATUS], [{}])).toContain('\x1b[31mdown\x1b[39m');
  expect(table(screen(80, { NO_COLOR: '1' }), [STATUS], [{}])).toBe('STATUS\ndown\n');
  expect(table(screen(80, { TERM: 'dumb' }), [STATUS], [{}])).toBe('STATUS\ndown\n');
});

test('flexible columns are shortened to the width of the terminal, wide characters included', () => {
  const lines = (name: string) =>
    table(screen(22, { NO_COLOR: '1' }), [NAME, STATUS], [{ name }]).split('\n')[1];
  expect(lines('a name that is too long')).toBe('a name that i…  down');
  expect(lines('備份備份備份備份備份備份')).toBe('備份備份備份…   down');
});

test('the text of a user can neither break the line nor control the terminal', () => {
  expect(table(pipe, [NAME, STATUS], [{ name: 'a\n\x1b[2Jb\u202e' }])).toBe(
    'NAME      STATUS\na ␛[2Jb�  down\n',
  );
});
