import { expect, test } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

const masked = (text: string, env = {}) => maskSecrets(Buffer.from(text), env).toString();

test.each([
  ['postgres://ann:hunter22@db/x', 'postgres://ann:[masked]@db/x'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [masked]'],
  ['DB_PASSWORD=hunter22 next', 'DB_PASSWORD=[masked] next'],
  ['{"api_key": "k-12345678", "n": 1}', '{"api_key": "[masked]", "n": 1}'],
  ['key AKIAIOSFODNN7EXAMPLE used', 'key [masked] used'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nafter', '[masked]\nafter'],
])('%j is masked', (text, expected) => expect(masked(text)).toBe(expected));

test.each([
  '1289 files, 3 tokens left',
  'https://example.com:8080/path',
  'the password was changed',
  'token ring',
])('%j is unchanged', (text) => expect(masked(text)).toBe(text));

test('only long values of secret variables are masked', () => {
  const env = { RESTIC_PASSWORD: 'correct horse', DB_TOKEN: 'short', HOME: '/srv/ann-and-bob' };
  expect(masked('correct horse short /srv/ann-and-bob', env)).toBe('[masked] short /srv/ann-and-bob');
});

test('bytes that are not text are unchanged', () => {
  const bytes = Buffer.from([0, 255, 10, 195, 40]);
  expect(maskSecrets(bytes, {})).toEqual(bytes);
});
