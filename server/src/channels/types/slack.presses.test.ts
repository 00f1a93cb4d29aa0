import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PressRequest, PressResult } from '../presses/press.ts';
import { parseSlackPress } from './slack.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const SECRET = '8f742231b10e8888abcd99e5f0000000';
const settings = { signingSecret: SECRET, origins: ['https://hooks.slack.com'] };
const RICH = { type: 'rich_text', block_id: 'b1', elements: [] };
const PAYLOAD = {
  type: 'block_actions',
  user: { id: 'U1', username: 'ann', name: 'ann', team_id: 'T1' },
  container: { type: 'message_attachment', message_ts: '1.2', attachment_id: 1 },
  response_url: 'https://hooks.slack.com/actions/T1/2/3',
  actions: [{ type: 'button', action_id: 'acknowledge', block_id: 'b2', value: 'token', action_ts: '1' }],
  message: {
    type: 'message',
    text: '🔴 Down: job',
    attachments: [
      { id: 1, color: 'dc2626', blocks: [RICH, { type: 'actions', block_id: 'b2', elements: [] }] },
    ],
  },
};
const RESULT: PressResult = {
  text: 'ann acknowledged “job”.',
  buttons: [{ action: 'pause', text: 'Pause monitor', token: 'other' }],
  pressURL: '',
  alert: null,
};

/** Signs a request as Slack documents it. */
function signed(payload: object, { at = NOW, secret = SECRET } = {}): PressRequest {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers: Readonly<Record<string, string>> = {
    'X-Slack-Request-Timestamp': timestamp,
    'X-Slack-Signature': `v0=${signature}`,
  };
  return { header: (name) => headers[name] ?? '', body, path: '', now: NOW, secret: '' };
}

describe('a press in Slack', () => {
  test('a press is read if it is signed with the signing secret', () => {
    expect(parseSlackPress(signed(PAYLOAD), settings)).toMatchObject({
      kind: 'press',
      token: 'token',
      by: 'ann',
    });
  });

  // Uses the example from Slack's documentation.
  test('a press has the documented signature', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
      '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
      '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers: Readonly<Record<string, string>> = {
      'X-Slack-Request-Timestamp': '1531420618',
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const request = { header: (name: string) => headers[name] ?? '', body, path: '', secret: '' };
    const documented = { ...settings, signingSecret: '8f742231b10e8888abcd99yyyzzz85a5' };
    const at = 1531420618_000;
    // The signature and the time are valid, but the request is a slash command instead of a press.
    expect(parseSlackPress({ ...request, now: at }, documented)).toEqual({
      kind: 'refusal',
      reason: 'invalid',
    });
    expect(parseSlackPress({ ...request, now: at + 300_001 }, documented)).toMatchObject({ reason: 'stale' });
  });

  test.each([
    ['another secret', signed(PAYLOAD, { secret: 'another' }), 'forged'],
    ['a changed body', { ...signed(PAYLOAD), body: `${signed(PAYLOAD).body}&a=b` }, 'forged'],
    ['no signature', { ...signed(PAYLOAD), header: () => '' }, 'forged'],
    ['an old time', signed(PAYLOAD, { at: NOW - 301_000 }), 'stale'],
    ['a time in the future', signed(PAYLOAD, { at: NOW + 301_000 }), 'stale'],
    ['another type', signed({ ...PAYLOAD, type: 'view_submission' }), 'invalid'],
    [
      'another server to respond to',
      signed({ ...PAYLOAD, response_url: 'https://evil.example/' }),
      'invalid',
    ],
    ['no payload', signed({}), 'invalid'],
  ])('a press with %s is refused', (_, request, reason) => {
    expect(parseSlackPress(request, settings)).toEqual({ kind: 'refusal', reason });
  });

  test('replaces the message: the text stays, the result appears, and only buttons that remain are left', () => {
    const press = parseSlackPress(signed(PAYLOAD), settings);
    if (press.kind !== 'press') throw new Error('refused');
    const [request] = press.respond(RESULT).requests;
    expect(request?.url).toBe(PAYLOAD.response_url);
    const message = JSON.parse(String(request?.body));
    expect(message).toMatchObject({ replace_original: true, text: '🔴 Down: job' });
    expect(message.attachments[0].blocks).toMatchObject([
      RICH,
      { type: 'context', elements: [{ type: 'plain_text', text: RESULT.text }] },
      { type: 'actions', elements: [{ action_id: 'pause', value: 'other' }] },
    ]);
  });
});
