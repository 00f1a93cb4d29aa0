import { describe, expect, test } from 'vitest';
import { claimsOf, newReceiver, newVAPIDKey } from '../../test/push-receiver.ts';
import { systemRandom } from '../platform/runtime/random.ts';
import { encryptPush, pushRequest } from './push-request.ts';

const MESSAGE = {
  key: 'k',
  payload: '{"title":"Down: Sicherung 🔴"}',
  ttlSeconds: 60,
  urgency: 'high',
  topic: 't',
  at: 0,
} as const;
const vapid = newVAPIDKey();
const SENDER = { vapid, random: systemRandom, now: Date.UTC(2026, 10, 20) };

/** RFC 8291, appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a notification', () => {
  test('the tests’ receiver decrypts the example of RFC 8291', () => {
    const receiver = newReceiver('https://push.example.net/', EXAMPLE);
    expect(receiver.subscription.keys.p256dh).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    expect(receiver.decrypt(Buffer.from(EXAMPLE.body, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    );
  });

  test('is encrypted exactly as the example of RFC 8291', () => {
    const { subscription } = newReceiver('https://push.example.net/', EXAMPLE);
    const sender = {
      privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
      publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const body = encryptPush('When I grow up, I want to be a watermelon', subscription.keys, {
      salt,
      sender,
    });
    expect(body.toString('base64url')).toBe(EXAMPLE.body);
  });

  test('uses another key and salt each time', () => {
    const { subscription } = newReceiver('https://push.example.net/send/1');
    const bodyOf = () =>
      pushRequest(subscription, MESSAGE, { ...SENDER, baseURL: 'https://o.example' }).body ?? '';
    const [first, second] = [Buffer.from(bodyOf()), Buffer.from(bodyOf())];
    expect(first.subarray(0, 16)).not.toEqual(second.subarray(0, 16));
    expect(first.subarray(21, 86)).not.toEqual(second.subarray(21, 86));
  });

  test('only the receiver can read a notification', () => {
    const receiver = newReceiver('https://push.example.net/send/1');
    const { body } = pushRequest(receiver.subscription, MESSAGE, { ...SENDER, baseURL: 'https://o.example' });
    expect(receiver.decrypt(Buffer.from(body ?? ''))).toBe(MESSAGE.payload);
    expect(() => newReceiver('https://push.example.net/send/2').decrypt(Buffer.from(body ?? ''))).toThrow();
    expect(String(body)).not.toContain('Down');
  });

  test('is signed for the push service with the key of this service', () => {
    const receiver = newReceiver('https://push.example.net/send/1');
    const { headers } = pushRequest(receiver.subscription, MESSAGE, {
      ...SENDER,
      baseURL: 'https://o.example',
    });
    const { key, claims } = claimsOf(headers?.authorization ?? '');
    expect(key).toBe(vapid.publicKey);
    expect(claims).toEqual({
      aud: 'https://push.example.net',
      sub: 'https://o.example',
      exp: Date.UTC(2026, 10, 20, 12) / 1000,
    });
    expect(headers).toMatchObject({
      ttl: '60',
      urgency: 'high',
      topic: 't',
      'content-encoding': 'aes128gcm',
    });
  });

  test('names a mail address if the service has no https address, as push services demand', () => {
    const receiver = newReceiver('https://push.example.net/send/1');
    const { headers } = pushRequest(receiver.subscription, MESSAGE, {
      ...SENDER,
      baseURL: 'http://localhost:8080',
    });
    expect(claimsOf(headers?.authorization ?? '').claims).toMatchObject({ sub: 'mailto:operator@localhost' });
  });
});
