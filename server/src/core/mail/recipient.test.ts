import { expect, test } from 'vitest';
import { parseRecipient } from './recipient.ts';

const HOST = 'pings.example.com';
const KEY = 'Zk3vQ9mB7xW2nR5tY8pL1c';
const UUID = '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45';

test.each([
  [KEY, { by: 'ping_id', normalizedPingID: KEY }],
  [UUID, { by: 'ping_id', normalizedPingID: UUID.replaceAll('-', '') }],
  [UUID.toUpperCase(), { by: 'ping_id', normalizedPingID: UUID.replaceAll('-', '') }],
  ['abcdefgh', { by: 'ping_id', normalizedPingID: 'abcdefgh' }],
  [`${KEY}+nightly_db-01`, { by: 'slug', secret: KEY, slug: 'nightly_db-01' }],
  [`${KEY}+Nightly_DB-01`, { by: 'slug', secret: KEY, slug: 'nightly_db-01' }],
  [`${KEY}+${'a'.repeat(100)}`, { by: 'slug', secret: KEY, slug: 'a'.repeat(100) }],
])('the recipient %s is %j', (mailbox, recipient) => {
  expect(parseRecipient(`${mailbox}@${HOST}`, HOST)).toEqual(recipient);
  expect(parseRecipient(`${mailbox}@PINGS.Example.com`, HOST)).toEqual(recipient);
});

test.each([
  `${KEY}@example.com`,
  `${KEY}@evil.pings.example.com`,
  KEY,
  `@${HOST}`,
  `postmaster@${HOST} `,
  `short@${HOST}`,
  `${KEY}+@${HOST}`,
  `${KEY}+a+b@${HOST}`,
  `${KEY}+${'a'.repeat(101)}@${HOST}`,
  `${UUID}+nightly@${HOST}`,
  `"${KEY}"@${HOST}`,
  `../../etc/passwd@${HOST}`,
])('%s is not a recipient', (address) => expect(parseRecipient(address, HOST)).toBeNull());
