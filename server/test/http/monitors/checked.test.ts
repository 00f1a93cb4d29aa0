import { describe, expect, test } from 'vitest';
import { FAILED_CHECK } from '../../store/suite/checks.ts';
import { applyOne, command } from '../../store/suite/fixtures.ts';
import { monitorIn, NOW, openAPI, wrongFields } from '../api.ts';

const KINDS = [
  ['http', 'https://example.com/health', { timeout: 5, contains: ['ok'] }],
  ['tcp', 'tcp://example.com:5432', { expect: 'hello' }],
  ['tls', 'tls://example.com:443', { failDays: 3 }],
  ['dns', 'dns://example.com', { type: 'MX' }],
  ['domain', 'domain://example.com', { warnDays: 60 }],
] as const;

const WITH_SECRETS = {
  name: 'website',
  kind: 'http',
  url: 'https://example.com/health',
  check: {
    headers: { 'X-Key': 'a secret of a header' },
    auth: { type: 'bearer', token: 'a-secret-token-1234' },
  },
};

describe('monitors with checks', () => {
  test.each(KINDS)('creating and editing one of the kind %s shows its settings', async (kind, url, check) => {
    const { send, create } = await openAPI();
    const created = await create({ name: 'target', kind, url, check });
    expect(created).toMatchObject({ kind, url, check, status: 'new', deadlineAt: null });
    expect(created.schedule).toMatchObject({ interval: kind === 'domain' ? 86_400 : 60, graceDuration: 0 });
    const edited = await send('PATCH', `/v1/monitors/${created.shortID}/`, {
      json: { check: { timeout: 7 } },
    });
    expect(monitorIn(edited)).toMatchObject({ url, check: { ...check, timeout: 7 } });
    const refused = await send('PATCH', `/v1/monitors/${created.shortID}/`, {
      json: { check: { timout: 7 } },
    });
    expect(refused.status).toBe(422);
  });

  test.each([
    ['a job with a target', { url: 'https://example.com/' }, ['url']],
    ['a check without a target', { kind: 'http' }, ['url']],
    ['a target of another kind', { kind: 'http', url: 'tcp://example.com:1' }, ['url']],
    [
      'a check every second',
      { kind: 'tls', url: 'tls://example.com', schedule: { interval: 1 } },
      ['schedule.interval'],
    ],
  ])('%s is refused', async (_, json, fields) => {
    const { send } = await openAPI();
    const response = await send('POST', '/v1/monitors/', { json: { name: 'x', ...json } });
    expect(wrongFields(response)).toEqual(fields);
  });

  test('secrets are masked, and PATCH keeps masked secrets', async () => {
    const { send, create, store } = await openAPI();
    const { shortID, check, revision } = await create(WITH_SECRETS);
    expect(JSON.stringify(check)).not.toContain('secret');
    expect(check).toMatchObject({
      headers: { 'X-Key': '••••ader' },
      auth: { type: 'bearer', token: '••••1234' },
    });
    const [before] = await store.listDueChecks({ until: NOW + 1, shards: null, limit: 1 });
    const same = await send('PATCH', `/v1/monitors/${shortID}/`, { json: { check } });
    expect(monitorIn(same)).toMatchObject({ check, revision });
    const [after] = await store.listDueChecks({ until: NOW + 1, shards: null, limit: 1 });
    expect(after?.sealedCheck).toBe(before?.sealedCheck);
  });

  test('stored secrets are not sent to another server', async () => {
    const { send, create } = await openAPI();
    const { shortID } = await create(WITH_SECRETS);
    const move = (json: object) => send('PATCH', `/v1/monitors/${shortID}/`, { json });
    expect((await move({ url: 'https://example.com/other' })).status).toBe(200);
    for (const url of ['https://example.org/', 'http://example.com/', 'https://example.com:444/'])
      expect(wrongFields(await move({ url }))).toEqual(['check.headers', 'check.auth.token']);
    const url = 'https://example.org/';
    const another = { headers: { 'X-Key': '••••ader', 'X-Other': '1' }, auth: null };
    expect(wrongFields(await move({ url, check: another }))).toEqual(['check.headers']);
    const entered = { headers: {}, auth: { type: 'bearer', token: 'a-secret-token-1234' } };
    expect((await move({ url, check: entered })).status).toBe(200);
  });

  test('the check of another team is not found', async () => {
    const { send, create, addTeam } = await openAPI();
    const { shortID } = await create(WITH_SECRETS);
    const other = await addTeam('Other');
    expect((await send('GET', `/v1/monitors/${shortID}/`, { as: other })).status).toBe(404);
    expect((await send('PATCH', `/v1/monitors/${shortID}/`, { as: other, json: { check: {} } })).status).toBe(
      404,
    );
    expect((await send('GET', `/v1/monitors/${shortID}/runs/`, { as: other })).status).toBe(404);
  });

  test('the run of a check shows its result, in seconds', async () => {
    const { send, create, store } = await openAPI();
    const { shortID } = await create(WITH_SECRETS);
    const [due] = await store.listDueChecks({ until: NOW + 1, shards: null, limit: 1 });
    if (due === undefined) throw new Error('There is no check.');
    const { monitorID, slot } = due;
    const at = slot + 40;
    await applyOne(
      store,
      command(monitorID, { kind: 'check', at, slot, startedAt: slot, result: FAILED_CHECK }),
    );
    const { data } = await send('GET', `/v1/monitors/${shortID}/runs/`);
    expect(data.runs).toMatchObject([
      {
        state: 'failed',
        duration: 0.034,
        check: {
          outcome: 'failed',
          code: 'status',
          message: FAILED_CHECK.message,
          phases: { dns: 0.0015, connect: 0.00225, tls: null, firstByte: 0.03, total: 0.034 },
          address: '2001:db8::7',
          family: 6,
          status: 503,
          certificate: { subject: 'example.com', expiresAt: '2026-11-21T12:01:00.000Z' },
          domainExpiresAt: null,
          excerpt: 'Sorry, "down"\n',
          node: 'one',
          region: 'fra',
          disputed: false,
          earlier: [{ outcome: 'timed_out', code: 'connect_timeout', phases: { total: 10 } }],
        },
      },
    ]);
  });

  test('the run of a job has no check', async () => {
    const { send, create, ping } = await openAPI();
    const { shortID } = await create({ name: 'job' });
    await ping(shortID, 'ping');
    expect((await send('GET', `/v1/monitors/${shortID}/runs/`)).data.runs).toMatchObject([{ check: null }]);
  });
});
