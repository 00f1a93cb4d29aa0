import { describe, expect, test } from 'vitest';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { makeToken } from '../../callers.ts';
import { type API, type APIResponse, NOW, openAPI, type RequestFields } from '../api.ts';

/** Sends a request that is authenticated before `work` runs. Its body arrives afterwards. */
async function sendAround(
  { send }: Pick<API, 'send'>,
  path: string,
  { json, ...sending }: RequestFields,
  work: () => Promise<unknown>,
): Promise<APIResponse> {
  const body = new ReadableStream(
    {
      async pull(controller) {
        await work();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(json)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { ...sending.headers, 'Content-Type': 'application/json' };
  return send('POST', path, { ...sending, body, headers });
}

async function projectOf({ store, owner }: API): Promise<string> {
  return (await findDefaultProject(store, owner.teamID)).shortID;
}

describe('a request whose token is revoked before its body arrives gets 401, and changes nothing', () => {
  test.each([
    [
      'a key',
      async (api: API) => `/v1/projects/${await projectOf(api)}/keys/`,
      { kind: 'ping', name: 'cron' },
    ],
    ['an invitation', async () => '/v1/invitations/', { role: 'member' }],
  ])('%s', async (_, pathOf, json) => {
    const api = await openAPI();
    const { store, owner } = api;
    const as = await makeToken(store, { ...owner, scope: 'admin', expiresAt: NOW + 60_000 }, NOW);
    const response = await sendAround(api, await pathOf(api), { as, json }, () =>
      store.revokeToken(owner.memberID, as.tokenID),
    );
    expect(response).toMatchObject({ status: 401, error: { code: 'unauthorized' } });
    expect(api.logged).toEqual([]);
    expect(await store.projectKeys.list(owner.teamID)).toEqual([]);
  });
});

test('a session whose person leaves the team before the body of a new token arrives gets 403', async () => {
  const api = await openAPI();
  const { owner } = api;
  const member = await api.addMember(owner.teamID, 'member');
  const headers = await api.sessionOf(member);
  const response = await sendAround(api, '/v1/tokens/', { as: null, json: { name: 'late' }, headers }, () =>
    api.send('DELETE', `/v1/members/${member.memberID}/`),
  );
  expect(response).toMatchObject({ status: 403, error: { code: 'forbidden' } });
  expect(api.logged).toEqual([]);
});
