import type { AuditEntry } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { auditCSV } from './audit-csv.ts';

const ENTRY: AuditEntry = {
  entryID: 1,
  at: '2026-11-23T02:00:00.000Z',
  actor: { kind: 'token', name: 'Ann', email: 'ann@example.com', token: 'deploy' },
  action: 'monitor.edit',
  target: { kind: 'monitor', id: 'k3v9x2mq7d', name: 'pg-dump' },
  details: {},
  remoteAddress: '192.0.2.17',
};
const HEAD = 'time,actor,email,token,action,target,targetID,details,address\r\n';
const START = '2026-11-23T02:00:00.000Z,Ann,ann@example.com,deploy,monitor.edit';

test.each<[string, Partial<AuditEntry>, string]>([
  ['an entry', {}, `${START},pg-dump,k3v9x2mq7d,,192.0.2.17`],
  ['an entry without a target', { target: null }, `${START},,,,192.0.2.17`],
  [
    'details',
    { details: { changed: ['name', 'tags'] } },
    `${START},pg-dump,k3v9x2mq7d,"{""changed"":[""name"",""tags""]}",192.0.2.17`,
  ],
  [
    'a name that is a formula',
    { target: { kind: 'monitor', id: 'x', name: '=HYPERLINK("https://evil.example")' } },
    `${START},"'=HYPERLINK(""https://evil.example"")",x,,192.0.2.17`,
  ],
])('the CSV of %s has one row', (_, more, row) => {
  expect(auditCSV([{ ...ENTRY, ...more }])).toBe(`${HEAD}${row}\r\n`);
});
