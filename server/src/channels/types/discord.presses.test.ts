import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PressRequest } from '../presses/press.ts';
import { parseDiscordPress } from './discord.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const keys = generateKeyPairSync('ed25519');
const settings = {
  publicKey: Buffer.from(String(keys.publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex'),
};
const PRESS = {
  type: 3,
  id: '846462639134605312',
  application_id: '1',
  data: { component_type: 2, custom_id: 'token' },
  member: { nick: null, user: { id: '53908232506183680', username: 'ann', global_name: 'Ann *E*' } },
};

/** Signs a request as Discord documents it: over the timestamp and the body. */
function signed(payload: object, { at = NOW, key = keys.privateKey } = {}): PressRequest {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(at / 1000));
  const headers: Readonly<Record<string, string>> = {
    'X-Signature-Timestamp': timestamp,
    'X-Signature-Ed25519': sign(null, Buffer.from(timestamp + body), key).toString('hex'),
  };
  return { header: (name) => headers[name] ?? '', body, path: '', now: NOW, secret: '' };
}

describe('a press in Discord', () => {
  test('a press is read if it is signed with the key of the application', () => {
    expect(parseDiscordPress(signed(PRESS), settings)).toMatchObject({
      kind: 'press',
      id: PRESS.id,
      token: 'token',
      by: 'Ann *E*',
    });
  });

  test('a check of the address is answered', () => {
    expect(parseDiscordPress(signed({ type: 1 }), settings)).toEqual({ kind: 'other', body: { type: 1 } });
  });

  test.each([
    ['another key', signed(PRESS, { key: generateKeyPairSync('ed25519').privateKey }), 'forged'],
    ['a changed body', { ...signed(PRESS), body: `${signed(PRESS).body} ` }, 'forged'],
    ['no signature', { ...signed(PRESS), header: () => '' }, 'forged'],
    ['an old time', signed(PRESS, { at: NOW - 301_000 }), 'stale'],
    ['another type', signed({ ...PRESS, type: 2 }), 'invalid'],
  ])('a press with %s is refused', (_, request, reason) => {
    expect(parseDiscordPress(request, settings)).toEqual({ kind: 'refusal', reason });
  });

  test('updates the message: the result, and the buttons that remain', () => {
    const press = parseDiscordPress(signed(PRESS), settings);
    if (press.kind !== 'press') throw new Error('refused');
    const result = { text: '**x** @everyone', buttons: [], pressURL: '', alert: null };
    expect(press.respond(result).body).toMatchObject({
      type: 7,
      data: { content: expect.not.stringContaining('**'), components: [], allowed_mentions: { parse: [] } },
    });
  });
});
