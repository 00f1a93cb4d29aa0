import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { CHECK_SETTINGS } from '../../src/checks/settings.ts';
import { openAuthority } from './certificates.ts';

const authority = openAuthority();
afterAll(() => authority.close());

const pemOf = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') =>
  key.export({ format: 'pem', type }).toString();

function isAccepted(key: string, usedKey = key): boolean {
  const { cert } = authority.issue({
    name: 'client.example',
    days: 90,
    by: null,
    keyOf: { cert: '', key: usedKey },
  });
  return CHECK_SETTINGS.http.safeParse({ tls: { cert, key } }).success;
}

test('client keys of RSA and elliptic curves are accepted in each usual form', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  const edwards = generateKeyPairSync('ed25519').privateKey;
  for (const key of [
    pemOf(rsa, 'pkcs8'),
    pemOf(rsa, 'pkcs1'),
    pemOf(curve, 'pkcs8'),
    pemOf(curve, 'sec1'),
    pemOf(edwards, 'pkcs8'),
  ]) {
    expect(isAccepted(key), key.slice(0, 40)).toBe(true);
    expect(isAccepted(key.replaceAll('\n', '\r\n'), key), 'lines as on Windows').toBe(true);
  }
});

test('a client key of DSA is refused, because OpenSSL computes its public key for up to minutes', () => {
  const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;
  expect(isAccepted(pemOf(dsa, 'pkcs8'))).toBe(false);
});

test('a second client key is refused, because the connection may choose it', () => {
  const [first, second] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const used = pemOf(first.privateKey, 'pkcs8');
  expect(isAccepted(used + pemOf(second.privateKey, 'pkcs8'), used)).toBe(false);
});
