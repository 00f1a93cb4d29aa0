import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { createRequest } from '../../platform/outbound/outbound.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { webhook } from './webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe('webhook', () => {
  const { receiver, send, deliver } = trial((origin) => ({
    type: webhook(),
    settings: { url: `${origin}/hook`, secret: SECRET },
  }));

  test('carries external texts as data', async () => {
    const { body, headers } = await deliver(HOSTILE);
    expect(JSON.parse(body).data).toMatchObject({ title: HOSTILE.title, log: HOSTILE.log, key: HOSTILE.key });
    expect(headers).not.toHaveProperty('bcc');
    expect(headers).not.toHaveProperty('x-evil');
  });

  test('names fewer monitors if the list would not fit', async () => {
    const [item] = DOWN.items;
    if (item === undefined) throw new Error('The sample has no monitor.');
    const monitor = { ...item.monitor, tags: Array.from({ length: 100 }, () => '語'.repeat(50)) };
    const { body } = await deliver({
      ...DOWN,
      items: Array.from({ length: 100 }, () => ({ ...item, monitor })),
      unlistedCount: 7,
    });
    const { items, unlistedCount } = JSON.parse(body).data;
    expect(items.length).toBeGreaterThan(0);
    expect(items.length + unlistedCount).toBe(107);
  });

  test('an interrupted response rejects, which counts as a failure', async () => {
    receiver().react('reset');
    await expect(send(DOWN)).rejects.toThrow();
  });
});

describe('a signature', () => {
  const rotating = trial((origin) => ({
    type: webhook(),
    settings: { url: origin, secret: SECRET, previousSecret: OLD_SECRET },
  }));
  /** Uses the real time, because the `standardwebhooks` package compares the timestamp with the machine's clock. */
  async function sendNow() {
    const request = createRequest({ clock: systemClock, isAllowedAddress: () => true });
    const settings = { url: rotating.receiver().origin, secret: SECRET, previousSecret: OLD_SECRET };
    const [now, unsubscribeURL] = [Date.now(), ''];
    const context = {
      request,
      mail: null,
      push: () => Promise.reject(new Error('No notification is expected.')),
      now,
      channel: { shortID: '', name: '' },
      baseURL: '',
      unsubscribeURL,
      buttons: null,
    };
    await webhook().send(settings, DOWN, context);
    return rotating.receiver().last();
  }

  test.each([SECRET, OLD_SECRET])('is verified with the standard package by %s', async (secret) => {
    const { body, headers } = await sendNow();
    expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({ type: 'monitor.down' });
  });

  test('does not verify for another secret or another body', async () => {
    const { body, headers } = await sendNow();
    const other = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    expect(() => other.verify(body, { ...headers })).toThrow();
    expect(() => new Webhook(SECRET).verify(`${body} `, { ...headers })).toThrow();
  });
});

describe('a custom webhook', () => {
  const template = '{"msg": "{{title}}: {{name}}", "log": "{{ log }}"}';
  const custom = trial((origin) => ({
    type: webhook(),
    settings: { url: `${origin}/x`, method: 'PUT' as const, headers: { 'X-Token': 'abc' }, template },
  }));
  const get = trial((origin) => ({
    type: webhook(),
    settings: { url: `${origin}/x?a=1`, method: 'GET' as const, secret: SECRET },
  }));

  test('fills in a template of JSON without letting anything out of its quotes', async () => {
    const { method, body, headers } = await custom.deliver(HOSTILE);
    expect(method).toBe('PUT');
    expect(headers).toMatchObject({ 'x-token': 'abc', 'idempotency-key': HOSTILE.key });
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(body)).toEqual({
      msg: `${HOSTILE.title}: ${HOSTILE.items[0]?.monitor.name}`,
      log: HOSTILE.log,
    });
  });

  test('sends a GET without a body', async () => {
    const { method, path, body, headers } = await get.deliver(HOSTILE);
    const query = new URL(path, 'http://x').searchParams;
    expect([method, body, query.get('a'), query.get('type'), query.get('title')]).toEqual([
      'GET',
      '',
      '1',
      'monitor.down',
      HOSTILE.title,
    ]);
    expect(headers['webhook-signature']).toMatch(/^v1,/);
  });

  test.each([
    [{ secret: 'abc' }, 'secret'],
    [{ secret: 'whsec_c2hvcnQ=' }, 'secret'],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers.X-A'],
    [{ headers: { 'X A': 'a' } }, 'headers.X A'],
    [{ headers: { 'Webhook-Id': 'a' } }, 'headers.Webhook-Id'],
    [{ template: '{"a": {{title}}}' }, 'template'],
    [{ template: '{"a": "{{nothing}}"}' }, 'template'],
    [{ contentType: 'text/plain\r\nX-B: b' }, 'contentType'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ unknown: 1 }, ''],
    [{ headers: headersOf(8, 2000) }, 'headers'],
    [{ headers: headersOf(21, 1) }, 'headers'],
  ])('refuses %j', (settings, path) => {
    const result = webhook().settings.safeParse({ url: 'https://example.com', ...settings });
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

function headersOf(count: number, length: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'x'.repeat(length)]));
}
