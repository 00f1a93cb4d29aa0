import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveVAPIDKey } from './vapid-key.ts';

const SECRET = 'a key of thirty-two characters..';

test('the key for push services is the same on all nodes, and changes with the secret', () => {
  const { publicKey, privateKey } = deriveVAPIDKey(SECRET);
  expect(deriveVAPIDKey(SECRET)).toEqual({ publicKey, privateKey });
  expect(deriveVAPIDKey('a key of thirty-two characters.!').publicKey).not.toBe(publicKey);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  expect(curve.getPublicKey('base64url')).toBe(publicKey);
  expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32);
});
