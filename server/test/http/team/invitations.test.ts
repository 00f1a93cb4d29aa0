import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/platform/security/token.ts';
import { BASE_URL, DAY, NOW, openAPI, wrongFields } from '../api.ts';

const PATH = '/v1/invitations/';

describe('invitations', () => {
  test('an invitation has a link, which is shown once', async () => {
    const { send, store } = await openAPI();
    const made = await send('POST', PATH, { json: { role: 'member', email: ' Eve@Example.com ' } });
    const shown = {
      email: 'eve@example.com',
      role: 'member',
      createdAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + 7 * DAY).toISOString(),
      invitedBy: 'owner',
    };
    expect(made).toMatchObject({ status: 201, data: { invitation: { ...shown, mailed: false } } });
    const url = /"url":"([^"]+)"/.exec(made.text)?.[1] ?? '';
    expect(url).toMatch(new RegExp(`^${BASE_URL}/invite/[0-9A-Za-z]{40}$`));
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(await store.listInvitations({ hash: hashToken(token) }, NOW)).toHaveLength(1);
    const list = await send('GET', PATH);
    expect(list.data.invitations).toMatchObject([shown]);
    expect(list.text).not.toContain(token);
  });

  test('are mailed to their address if mail is set up, and a failure is reported', async () => {
    const mailed: string[] = [];
    const { send } = await openAPI({
      async mailInvitation({ email, team }, url) {
        mailed.push(`${email} ${team} ${url.slice(0, -72)}`);
        return email !== 'gone@example.com';
      },
    });
    const invite = async (email?: string) =>
      (await send('POST', PATH, { json: { role: 'viewer', ...(email === undefined ? {} : { email }) } }))
        .data;
    expect(await invite('eve@example.com')).toMatchObject({ invitation: { mailed: true } });
    expect(await invite('gone@example.com')).toMatchObject({ invitation: { mailed: false } });
    expect(await invite()).toMatchObject({ invitation: { mailed: false, email: null } });
    const link = `${BASE_URL}/invite/`;
    expect(mailed).toEqual([`eve@example.com Acme ${link}`, `gone@example.com Acme ${link}`]);
  });

  test('are refused with the reason', async () => {
    const { send, store, owner } = await openAPI();
    const fieldsOf = async (json: object) => wrongFields(await send('POST', PATH, { json }));
    expect(await fieldsOf({})).toEqual(['role']);
    expect(await fieldsOf({ role: 'owner' })).toEqual(['role']);
    expect(await fieldsOf({ role: 'member', email: 'eve', expiresInDays: 31 })).toEqual([
      'email',
      'expiresInDays',
    ]);
    const [known] = await store.listMembers({ teamID: owner.teamID });
    expect(await fieldsOf({ role: 'member', email: known?.email })).toEqual(['email']);
  });

  test('a team has at most 100 open invitations', async () => {
    const { send } = await openAPI();
    const json = { role: 'viewer' };
    for (let count = 0; count < 100; count += 1) await send('POST', PATH, { json });
    expect(await send('POST', PATH, { json })).toMatchObject({ status: 409, error: { code: 'conflict' } });
    const first = await send('GET', `${PATH}?limit=99`);
    const rest = await send('GET', `${PATH}?limit=99&cursor=${first.data.nextCursor}`);
    expect(rest.data).toMatchObject({ invitations: [{}], nextCursor: null });
  });

  test('can be revoked only once', async () => {
    const { send, store, owner } = await openAPI();
    await send('POST', PATH, { json: { role: 'viewer' } });
    const [made] = await store.listInvitations({ teamID: owner.teamID, afterID: '', limit: 1 }, NOW);
    const path = `${PATH}${made?.id}/`;
    expect(await send('DELETE', path)).toMatchObject({
      status: 200,
      data: { invitation: { invitationID: made?.id } },
    });
    expect(await send('DELETE', path)).toMatchObject({ status: 404 });
    expect((await send('GET', PATH)).data.invitations).toEqual([]);
  });
});
