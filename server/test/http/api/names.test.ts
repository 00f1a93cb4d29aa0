import { expect, test } from 'vitest';
import { createInvitationMail } from '../../../src/accounts/mails.ts';
import { openWorld } from '../../walk/furnished-team.ts';
import { bySession, SAME_ORIGIN } from '../../walk/walking.ts';
import { openAPI, wrongFields } from '../api.ts';

/** Malicious names: their characters reverse the text, are invisible, break the line, or hide other text. */
const EVIL = [
  'Acme \u202efdp',
  'Ac\u200bme',
  'Ac\u2028me',
  'Ac\ufeffme',
  'Acme\u{e0041}\u{e0042}',
  'Ac\u200dme',
];
const FAIR = ['❤️ Acme', '👩‍💻 on call', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم'];

/** All requests that contain a name, each with the field that an error must report. */
const NAMES: readonly (readonly [string, string, (name: string) => object, string])[] = [
  ['POST', '/v1/monitors/', (name) => ({ name }), 'name'],
  ['POST', '/v1/monitors/', (name) => ({ name: 'job', tags: ['a', name] }), 'tags.1'],
  ['PATCH', '/v1/monitors/{shortID}/', (name) => ({ name }), 'name'],
  ['POST', '/v1/projects/', (name) => ({ name }), 'name'],
  ['POST', '/v1/channels/', (name) => ({ type: 'email', name, settings: { to: 'a@example.com' } }), 'name'],
  ['POST', '/v1/maintenance/', (name) => ({ name, cron: '@daily', duration: 60 }), 'name'],
  ['POST', '/v1/views/', (name) => ({ name, shared: true }), 'name'],
  ['PATCH', '/v1/escalations/{escalationShortID}/', (name) => ({ name }), 'name'],
  ['POST', '/v1/shares/', (title) => ({ kind: 'badge', title, scope: { kind: 'team' } }), 'title'],
  ['POST', '/v1/tokens/', (name) => ({ name }), 'name'],
  ['PATCH', '/v1/team/', (name) => ({ name }), 'name'],
  ['POST', '/v1/teams/', (name) => ({ name }), 'name'],
  ['PATCH', '/v1/account/', (name) => ({ name }), 'name'],
  [
    'POST',
    '/v1/invitations/',
    (name) => ({ role: 'viewer', email: `${name.replaceAll(' ', '')}@example.com` }),
    'email',
  ],
];

test.each(NAMES)('%s %s refuses a name that hides something: %s', async (method, path, body, field) => {
  const world = await openWorld();
  const owner = await world.addWalker('owner', 'owner');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => world.resourceIDs[name] ?? '');
  const headers = { ...SAME_ORIGIN, ...bySession(owner) };
  const send = (name: string) => world.api.send(method, address, { as: null, headers, json: body(name) });
  for (const name of EVIL) {
    const response = await send(name);
    expect(wrongFields(response)).toEqual([field]);
    expect(response.text).not.toContain(name);
  }
  if (field === 'email') return;
  for (const name of FAIR) expect(await send(name)).toMatchObject({ error: null });
});

test('names of people who join or set up the service follow the same rules', async () => {
  const { resourceIDs, api } = await openWorld();
  for (const name of EVIL) {
    const person = { name, email: 'eve@example.com', password: 'correct horse battery' };
    const headers = SAME_ORIGIN;
    const accept = { as: null, headers, json: { token: resourceIDs.token, ...person } };
    expect(wrongFields(await api.send('POST', '/v1/invitations/accept/', accept))).toEqual(['name']);
    const setUp = { as: null, headers, json: { ...person, team: name } };
    expect(wrongFields(await api.send('POST', '/v1/setup/', setUp))).toEqual(['name', 'team']);
  }
});

test('an existing tag can still be searched', async () => {
  const { send } = await openAPI();
  const tag = encodeURIComponent('Ac\u200bme');
  expect(await send('GET', `/v1/monitors/?tag=${tag}&q=${tag}`)).toMatchObject({ status: 200 });
});

test('the mail of an invitation shows no hidden character of an existing name', async () => {
  const mails: string[] = [];
  const send = createInvitationMail(
    async (mail) => {
      mails.push(JSON.stringify(mail));
      return { outcome: 'sent', status: 250, answer: '' };
    },
    { warn() {} },
  );
  const name = 'Acme \u202efdp\u2028\u{e0041}\ufeff';
  await send?.(
    {
      id: '1',
      teamID: '1',
      team: name,
      email: 'eve@example.com',
      role: 'viewer',
      createdAt: 0,
      expiresAt: 0,
      invitedBy: { memberID: '1', name, email: 'ann@example.com' },
    },
    'https://overdue.example.com/invite/x',
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Join Acme fdp on Overdue');
  expect(mails[0]).not.toMatch(/[\u202e\u2028\ufeff]|\u{e0041}/u);
});
