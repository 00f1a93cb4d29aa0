import { expect, test } from 'vitest';
import { describedLink } from './described-link.ts';

test.each([
  ['Dumps the database. https://wiki.example.com/pg-dump.', 'https://wiki.example.com/pg-dump'],
  ['Code: https://git.example.com/x\nRunbook: https://wiki.example.com/x', 'https://wiki.example.com/x'],
  ['https://a.example https://b.example', 'https://a.example'],
  ['javascript:alert(1) and no address', null],
  ['', null],
])('the description %j offers %j as the runbook', (description, address) =>
  expect(describedLink({ description, runbookURL: '' })?.url ?? null).toBe(address),
);

test.each([
  ['Runbook: https://wiki.example.com/x', true],
  ['See https://wiki.example.com/x', false],
])('the description %j names the runbook: %j', (description, isNamed) =>
  expect(describedLink({ description, runbookURL: '' })?.isNamed).toBe(isNamed),
);

test('a monitor with a runbook is offered no other', () =>
  expect(describedLink({ description: 'https://a.example', runbookURL: 'https://b.example' })).toBeNull());
