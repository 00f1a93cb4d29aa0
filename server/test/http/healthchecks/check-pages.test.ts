import { expect, test } from 'vitest';
import { createCheckPages } from '../../../src/compat/healthchecks/check-pages.ts';
import { uniqueKey } from '../../../src/compat/healthchecks/check-uuid.ts';
import { openAPI } from '../api.ts';
import { createTestAccounts } from '../test-accounts.ts';

const UUID = 'b8f6bc5e-5b1c-4f1c-9a5e-0d6b1f3c7a21';

async function open() {
  const api = await openAPI();
  const app = createCheckPages({
    store: api.store,
    accounts: createTestAccounts(api.store),
    clock: { now: () => api.clock.time },
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return `${response.status} ${response.headers.get('Location') ?? ''}`;
  };
  const cookieOf = async (caller: Parameters<typeof api.sessionOf>[0]) => ({
    Cookie: (await api.sessionOf(caller)).Cookie ?? '',
  });
  return { api, get, cookieOf };
}

test('pages about a check lead to its monitor, by UUID and by unique_key', async () => {
  const { api, get, cookieOf } = await open();
  const { shortID } = await api.create({ name: 'job', pingID: UUID });
  const owner = await cookieOf(api.owner);
  const key = uniqueKey(UUID);
  for (const path of [
    `/checks/${UUID}/details/`,
    `/checks/${UUID}/details`,
    `/checks/${UUID}/log/`,
    `/checks/${UUID.toUpperCase()}/details/?urls=slug`,
    `/checks/${key}/details`,
    `/cloaked/${key}/`,
  ])
    expect([path, await get(path, owner)]).toEqual([path, `302 /monitors/${shortID}`]);
  expect(await get(`/checks/${UUID.replace('b', 'c')}/details/`, owner)).toBe('302 /monitors');
});

test('people who are not signed in, and other teams, do not learn whether a check exists', async () => {
  const { api, get, cookieOf } = await open();
  await api.create({ name: 'job', pingID: UUID });
  const key = uniqueKey(UUID);
  for (const path of [`/checks/${UUID}/details/`, `/checks/nothing/details/`, `/cloaked/${key}/`])
    expect(await get(path)).toBe(`302 /sign-in?next=${encodeURIComponent(path.replace(/\/$/, ''))}`);
  const stranger = await cookieOf(await api.addTeam('Other'));
  for (const path of [`/checks/${UUID}/details/`, `/checks/nothing/details/`, `/cloaked/${key}/`])
    expect(await get(path, stranger)).toBe('302 /monitors');
});

test('other pages of Healthchecks lead to the pages for the same purpose', async () => {
  const { get } = await open();
  expect(await get('/accounts/login/')).toBe('302 /sign-in');
  expect(await get(`/projects/${UUID}/checks/`)).toBe('302 /monitors');
  expect(await get(`/projects/${UUID}/integrations/`)).toBe('302 /channels');
});
