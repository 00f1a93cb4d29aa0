import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { data, openLoopback, PING_ID, pingResponse } from '../../server/test/sdk/loopback.ts';
import { createClient } from './client.ts';
import { ping } from './ping.ts';
import { userAgent, VERSION } from './user-agent.ts';

test('the version is that of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: VERSION });
});

test('requests and pings send the user agent in Node', async () => {
  const expected = `overdue-sdk/${VERSION} (node/${process.versions.node})`;
  const { url, seen } = await openLoopback(data({ projects: [], nextCursor: null }), pingResponse());
  await createClient({ baseURL: url, token: 'ovd_x' }).projects.list();
  await ping(`${url}/ping/${PING_ID}`, { body: 'log' });
  expect(seen.map(({ headers }) => headers['user-agent'])).toEqual([expected, expected]);
});

test.each([undefined, {}, { versions: null }, { versions: {} }])('browsers send their own: %j', (runtime) => {
  expect(userAgent(runtime ?? null)).toEqual({});
});
