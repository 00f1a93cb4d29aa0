import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ChannelType } from '../../src/channels/channel.ts';
import { memberReader } from '../../src/channels/incident-link.ts';
import { type CatalogOptions, createCatalog } from '../../src/channels/settings/catalog.ts';
import { register } from '../../src/channels/settings/registration.ts';
import type { SealedChannel } from '../../src/channels/settings/sealed-settings.ts';
import { webAddress } from '../../src/channels/settings/setting.ts';
import { email } from '../../src/channels/types/email.ts';
import type { Mail } from '../../src/platform/outbound/mail.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import { sendResultOf } from '../../src/platform/outbound/outcome.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../src/platform/security/secret-box.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { DOWN } from './sample-alerts.ts';

const pager = z.strictObject({
  url: webAddress().meta({ title: 'URL', description: 'Where.', example: 'https://e.com', secret: true }),
  token: z.string().trim().min(1).meta({ title: 'Token', description: 'Who.', example: 'x', secret: true }),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .meta({ title: 'Headers', description: 'More.', example: {}, secret: true }),
  room: z.string().default('all').meta({ title: 'Room', description: 'Whom.', example: 'ops' }),
  urgent: z.boolean().optional().meta({ title: 'Urgent', description: 'How.', example: true }),
});

const pagerType: ChannelType<z.output<typeof pager>> = {
  type: 'pager',
  title: 'Pager',
  category: 'on_call',
  isOftenSelfHosted: true,
  settings: pager,
  tracksIncidents: true,
  async send({ url, token, room }, alert, { request, now, channel, baseURL, unsubscribeURL }) {
    const authorization = `Basic ${Buffer.from(`me:${token}`).toString('base64')}`;
    const body = JSON.stringify({ title: alert.title, room, now, channel, baseURL, unsubscribeURL });
    return sendResultOf(await request({ method: 'POST', url, headers: { authorization }, body }), {
      goneStatuses: [410],
    });
  },
};

const postType: ChannelType<{ readonly to: string }> = {
  type: 'post',
  title: 'Post',
  category: 'other',
  isOftenSelfHosted: false,
  settings: z.strictObject({ to: z.string() }),
  tracksIncidents: false,
  async send({ to }, alert, { mail }) {
    if (to === 'defect') throw new TypeError('to is not iterable');
    const sent: Mail = {
      to,
      subject: alert.title,
      text: '',
      html: '',
      messageID: '1',
      inReplyTo: null,
      unsubscribeURL: null,
    };
    return mail === null ? { outcome: 'refused', status: null, answer: 'There is no mail.' } : mail(sent);
  },
};

/** A channel type that sends the action link which the catalog adds. */
const actingType: ChannelType<{ readonly url: string }> = {
  type: 'acting',
  title: 'Acting',
  category: 'chat',
  isOftenSelfHosted: false,
  settings: z.strictObject({ url: webAddress() }),
  tracksIncidents: false,
  async send({ url }, { actionURL }, { request }) {
    return sendResultOf(
      await request({ method: 'POST', url, headers: {}, body: JSON.stringify({ actionURL }) }),
    );
  },
};

const KEY = 'a key of thirty-two characters..';
const TOKEN = 'tok_0123456789abcdef';
const logged: unknown[] = [];

function catalogWith(more: Partial<CatalogOptions> = {}) {
  return createCatalog({
    types: [register(pagerType), register(postType)],
    box: createSecretBox(KEY, systemRandom),
    request: createRequest({ clock: systemClock, isAllowedAddress: () => true }),
    mail: null,
    push: () => Promise.reject(new Error('No notification is expected.')),
    clock: { now: () => 1_000 },
    baseURL: 'https://overdue.example.com',
    log: {
      info: (fields, message) => void logged.push({ ...fields, message }),
      error: (fields, message) => void logged.push({ ...fields, message }),
    },
    ...more,
  });
}

const catalog = catalogWith();

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  logged.length = 0;
});
afterEach(() => receiver.close());

function sealed(
  type: string,
  settings: Record<string, unknown>,
  shortID = 'k3v9x2mq7d',
): SealedChannel & { name: string } {
  return { type, shortID, name: 'Night watch', settings: catalog.seal(shortID, settings) };
}

describe('the kinds of channels', () => {
  test('each kind is described by the schema that checks it', () => {
    const [first, second] = catalog.describe();
    expect([first?.type, second?.type]).toEqual(['pager', 'post']);
    expect(first).toMatchObject({
      title: 'Pager',
      category: 'on_call',
      isOftenSelfHosted: true,
      tracksIncidents: true,
    });
    expect(first?.schema).toMatchObject({
      type: 'object',
      required: ['url', 'token'],
      additionalProperties: false,
      properties: {
        url: { type: 'string', title: 'URL', writeOnly: true },
        token: { type: 'string', writeOnly: true },
        headers: { type: 'object', writeOnly: true },
        room: { type: 'string', default: 'all' },
      },
    });
    const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(first?.schema);
    expect(properties.room).not.toHaveProperty('writeOnly');
    expect(JSON.stringify(first)).not.toContain('"secret"');
  });
});

describe('settings', () => {
  test('are parsed, with defaults for omitted fields', () => {
    expect(catalog.parse('pager', { url: 'https://e.com/x', token: ` ${TOKEN} ` })).toEqual({
      ok: true,
      settings: { url: 'https://e.com/x', token: TOKEN, room: 'all' },
    });
  });

  test('all invalid settings are named', () => {
    const result = catalog.parse('pager', { url: 'ftp://e.com/hunter2', colour: 'red', headers: { A: 1 } });
    const problems = result.ok ? [] : result.problems;
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'settings.colour',
      'settings.headers.A',
      'settings.token',
      'settings.url',
    ]);
    expect(problems).toContainEqual({ path: 'settings.token', message: 'This field is required.' });
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  test.each([null, [], 'text', 7, undefined])('%j is refused', (input) => {
    expect(catalog.parse('pager', input)).toMatchObject({ ok: false, problems: [{ path: 'settings' }] });
  });

  test('settings of an unknown kind are refused, with the list of known kinds', () => {
    expect(catalog.parse('pigeon', {})).toEqual({
      ok: false,
      problems: [{ path: 'type', message: 'This must be one of pager, post.' }],
    });
  });

  test('have a common size limit', () => {
    expect(catalog.parse('post', { to: 'x'.repeat(32_001) })).toMatchObject({
      ok: false,
      problems: [{ path: 'settings' }],
    });
  });
});

describe('a change', () => {
  const old = {
    url: 'https://e.com/hook/abcdefgh',
    token: TOKEN,
    headers: { A: 'old' },
    room: 'ops',
    urgent: true,
  };
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['of nothing', {}, old],
    ['of one field', { room: 'all' }, { ...old, room: 'all' }],
    ['of a secret', { token: 'new' }, { ...old, token: 'new' }],
    [
      'of what was shown',
      { url: 'https://e.com/••••', token: '••••cdef', room: 'all' },
      { ...old, room: 'all' },
    ],
    ['within a secret', { headers: { A: '••••', B: 'b' } }, { ...old, headers: { A: 'old', B: 'b' } }],
    ['that removes', { urgent: null, headers: null }, { url: old.url, token: TOKEN, room: 'ops' }],
  ])('%s', (_, change, settings) => {
    expect(catalog.merge(sealed('pager', old), change)).toEqual({ ok: true, settings });
  });

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    ['of the host', { url: 'https://mine.com/hook/abcdefgh' }, ['headers', 'token']],
    ['of the scheme', { url: 'http://e.com/hook/abcdefgh' }, ['headers', 'token']],
    ['of the port', { url: 'https://e.com:8443/' }, ['headers', 'token']],
    [
      'with masks',
      { url: 'https://mine.com/', token: '••••cdef', headers: { A: '••••', B: 'b' } },
      ['headers', 'token'],
    ],
    ['with one secret anew', { url: 'https://mine.com/', token: 'new' }, ['headers']],
    ['with another header', { url: 'https://mine.com/', token: 'new', headers: { B: 'b' } }, []],
    ['with all secrets anew', { url: 'https://mine.com/', token: 'new', headers: null }, []],
    ['with secrets that are known', { url: 'https://mine.com/', token: TOKEN, headers: { A: 'old' } }, []],
    ['of the path alone', { url: 'https://e.com/other' }, []],
    ['of how the origin is written', { url: 'https://E.com:443/other' }, []],
  ])('a change of the destination, %s, keeps no secret for another server', (_, change, missing) => {
    const result = catalog.merge(sealed('pager', old), change);
    const problems = result.ok ? [] : result.problems;
    expect(problems.map(({ path }) => path).sort()).toEqual(missing.map((name) => `settings.${name}`));
    expect(JSON.stringify(problems)).not.toContain(TOKEN);
  });

  test('is checked like new settings', () => {
    const problemsOf = (change: unknown) => {
      const result = catalog.merge(sealed('pager', old), change);
      return result.ok ? [] : result.problems.map(({ path }) => path);
    };
    expect(problemsOf({ token: null })).toEqual(['settings.token']);
    expect(problemsOf({ colour: 'red' })).toEqual(['settings.colour']);
    expect(problemsOf([])).toEqual(['settings']);
    expect(problemsOf('text')).toEqual(['settings']);
  });

  test('replaces all settings when the key was lost', () => {
    const other = catalogWith({ box: createSecretBox('another key of thirty-two chars..', systemRandom) });
    expect(other.merge(sealed('pager', old), { room: 'all' })).toMatchObject({ ok: false });
    expect(other.merge(sealed('post', { to: 'a' }), { to: 'b' })).toEqual({
      ok: true,
      settings: { to: 'b' },
    });
  });
});

describe('masked settings', () => {
  const settings = {
    url: 'https://e.com:8443/hook/abcdefgh',
    token: TOKEN,
    headers: { A: 'short' },
    room: 'ops',
  };
  test('have no secret', () => {
    expect(catalog.show(sealed('pager', settings))).toEqual({
      url: 'https://e.com:8443/••••',
      token: '••••cdef',
      headers: { A: '••••' },
      room: 'ops',
    });
  });

  test('masked settings of another channel are empty, and settings of an unknown kind are all masked', () => {
    expect(catalog.show({ ...sealed('pager', settings), shortID: 'other' })).toEqual({});
    expect(catalog.show(sealed('pigeon', { loft: 'a long secret' }))).toEqual({ loft: '••••cret' });
  });
});

describe('an attempt', () => {
  const settings = () => ({ url: `${receiver.origin}/hook/aBcd3fgh?key=qrstuvwx`, token: TOKEN });

  test('sends the message that the type of channel builds from the alert', async () => {
    expect(await catalog.send(sealed('pager', settings()), DOWN)).toEqual({
      outcome: 'sent',
      status: 200,
      answer: 'ok',
    });
    expect(JSON.parse(receiver.last().body)).toEqual({
      title: DOWN.title,
      room: 'all',
      now: 1_000,
      channel: { shortID: 'k3v9x2mq7d', name: 'Night watch' },
      baseURL: 'https://overdue.example.com',
      unsubscribeURL: catalog.unsubscribeURL('k3v9x2mq7d'),
    });
  });

  test('the response of an attempt has no secret, even if the receiver repeats it', async () => {
    const repeated = ({ path, headers }: { path: string; headers: Readonly<Record<string, string>> }) =>
      `no ${path} for ${headers.authorization}, ${TOKEN}, ${settings().url}, aBcd3fgh, qrstuvwx`;
    receiver.react((request) => ({ status: 410, body: repeated(request) }));
    expect(await catalog.send(sealed('pager', settings()), DOWN)).toEqual({
      outcome: 'gone',
      status: 410,
      answer: 'no •••• for ••••, ••••, ••••, ••••, ••••',
    });
  });

  test('an attempt without a response fails, and may work later', async () => {
    receiver.react('reset');
    expect(await catalog.send(sealed('pager', settings()), DOWN)).toEqual({
      outcome: 'failed',
      status: null,
      answer: `${new URL(receiver.origin).host} closed the connection without a response.`,
      retryAfterMs: null,
    });
  });

  test('an internal error fails an attempt, and is logged', async () => {
    const outcome = await catalog.send(sealed('post', { to: 'defect' }), DOWN);
    expect(outcome).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('a defect') });
    expect(logged).toMatchObject([
      { channel: 'k3v9x2mq7d', type: 'post', stack: expect.stringContaining('TypeError') },
    ]);
  });

  test('fails when the settings can’t be opened, or the type is unknown', async () => {
    const other = catalogWith({ box: createSecretBox('another key of thirty-two chars..', systemRandom) });
    expect(await other.send(sealed('pager', settings()), DOWN)).toMatchObject({
      outcome: 'failed',
      answer: expect.stringContaining('different key'),
    });
    expect(await catalog.send(sealed('pigeon', {}), DOWN)).toMatchObject({ outcome: 'failed' });
    expect(receiver.received).toHaveLength(0);
  });

  test('fails if the settings are no longer valid, until they are saved again', async () => {
    const outcome = await catalog.send(sealed('pager', { url: 7, token: TOKEN }), DOWN);
    expect(outcome).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('url') });
  });

  test('mail is sent if a mail server is set up', async () => {
    const mails: string[] = [];
    const mailing = catalogWith({
      mail: async ({ to }) => {
        mails.push(to);
        return { outcome: 'sent', status: 250, answer: '' };
      },
    });
    expect(await mailing.send(sealed('post', { to: 'ann@example.com' }), DOWN)).toMatchObject({
      outcome: 'sent',
    });
    expect(mails).toEqual(['ann@example.com']);
    expect(await catalog.send(sealed('post', { to: 'ann@example.com' }), DOWN)).toMatchObject({
      outcome: 'refused',
    });
  });
});

test('a message links to its page with actions, and the response hides the link', async () => {
  const { actionURL: _, ...stored } = DOWN;
  const url = catalog.incidentLinks.urlOf(stored, 'k3v9x2mq7d') ?? '';
  receiver.react({ status: 400, body: `Refused ${url}` });
  const acting = catalogWith({ types: [register(actingType)] });
  const { answer } = await acting.send(sealed('acting', { url: receiver.origin }), stored);
  expect(answer).toBe('Refused https://overdue.example.com/act/••••');
  expect(JSON.parse(receiver.last().body)).toEqual({ actionURL: url });
});

test('mail to a member links to the page with actions in the name of the member; other direct mail does not', async () => {
  const mails: string[] = [];
  const mailing = catalogWith({
    types: [register(email())],
    mail: async ({ text }) => {
      mails.push(text);
      return { outcome: 'sent', status: 250, answer: '' };
    },
  });
  const { actionURL: _, ...stored } = DOWN;
  const direct = { shortID: '', type: 'email', settings: '', name: '' };
  const toMember = { ...stored, recipient: 'ann@example.com', mailedMemberID: 'ann' };
  await mailing.send(direct, toMember);
  await mailing.send(direct, { ...stored, recipient: 'ann@example.com' });
  const [token = ''] =
    /(?<=Acknowledge: https:\/\/overdue\.example\.com\/act\/)\S+/.exec(mails[0] ?? '') ?? [];
  expect(mailing.incidentLinks.read(token, DOWN.at)).toMatchObject({
    incidentID: DOWN.items[0]?.incident?.id,
    reader: memberReader({ memberID: 'ann', by: 'mail' }),
  });
  expect(mails[1]).not.toContain('/act/');
});

test('the token of an unsubscribe link is valid only for its channel', () => {
  const url = catalog.unsubscribeURL('k3v9x2mq7d');
  const [, token = ''] =
    /^https:\/\/overdue\.example\.com\/unsubscribe\/k3v9x2mq7d\/([\w-]{32})$/.exec(url) ?? [];
  expect(catalog.verifyUnsubscribe('k3v9x2mq7d', token)).toBe(true);
  expect(catalog.verifyUnsubscribe('other', token)).toBe(false);
  for (const wrong of ['', token.slice(1), `${token}x`, token.toLowerCase(), 'ü'.repeat(16)])
    expect(catalog.verifyUnsubscribe('k3v9x2mq7d', wrong), wrong).toBe(false);
});
