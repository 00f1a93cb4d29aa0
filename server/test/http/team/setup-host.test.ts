import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { openEmptyStore } from '../../empty-store.ts';
import { BASE_URL, openAPI } from '../api.ts';
import { createTestAccounts } from '../test-accounts.ts';

const FIRST = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'Acme' };
const OWN = new URL(BASE_URL).host;

/** Requests the first account of a new service. */
async function setUp(headers: Readonly<Record<string, string>>, isBaseURLSet: boolean) {
  const store = await openEmptyStore(() => systemRandom.uuid());
  const { app } = await openAPI({
    store,
    accounts: createTestAccounts(store),
    isBaseURLSet,
    ...(isBaseURLSet ? {} : { baseURL: 'http://localhost:8080' }),
  });
  const response = await app.request('/v1/setup/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(FIRST),
  });
  const text = await response.text();
  await store.close();
  return { status: response.status, text };
}

describe('the first account with BASE_URL', () => {
  test.each([
    ['DNS rebinding', { Host: 'evil.example:18303', Origin: 'http://evil.example:18303' }],
    ['rebinding without an origin', { Host: 'evil.example' }],
    ['a page of another host', { Host: OWN, Origin: 'https://evil.example' }],
    ['an address', { Host: '127.0.0.1:8080', Origin: 'http://127.0.0.1:8080' }],
    ['another port', { Host: `${OWN}:8080`, Origin: `https://${OWN}:8080` }],
    ['a longer name', { Host: `${OWN}.evil.example`, Origin: `https://${OWN}.evil.example` }],
    ['no origin', { Host: OWN, Origin: 'null' }],
  ])("%s can't create the first account", async (_, headers) => {
    const { status, text } = await setUp(headers, true);
    expect(status).toBe(403);
    expect(text).not.toContain('"success":true');
  });

  test('requests from pages of this host are accepted, in upper and lower case', async () => {
    const headers = { Host: OWN.toUpperCase(), Origin: BASE_URL };
    expect(await setUp(headers, true)).toMatchObject({ status: 201 });
  });
});

test('a proxy that replaces Host gets a response that names the host, BASE_URL and the command', async () => {
  const { status, text } = await setUp({ Host: 'app:8080', Origin: BASE_URL }, true);
  expect(status).toBe(403);
  for (const part of [BASE_URL, 'BASE_URL', 'app:8080', 'Host header', 'overdue-server setup'])
    expect(text).toContain(part);
});

describe('the first account without BASE_URL', () => {
  test.each([
    ['http://localhost:8080'],
    ['http://192.168.1.7:8080'],
    ['http://[2001:db8::7]:8080'],
    ['http://127.0.0.1'],
  ])('%s can create the first account', async (origin) => {
    const headers = { Host: new URL(origin).host, Origin: origin };
    expect(await setUp(headers, false)).toMatchObject({ status: 201 });
  });

  test.each([
    'http://evil.example:18303',
    'http://overdue.lan:8080',
    'http://1.2.3.4.evil.example',
    'http://localhost.evil.example',
  ])("%s can't create the first account", async (origin) => {
    const { status, text } = await setUp({ Host: new URL(origin).host, Origin: origin }, false);
    expect(status).toBe(403);
    expect(text).toContain('Set BASE_URL to the address in your browser');
  });
});
