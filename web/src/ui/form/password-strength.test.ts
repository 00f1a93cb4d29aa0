import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const ANN = ['Ann Kalnina', 'ann.kalnina@example.com', 'Acme'];

test.each([
  ['', 'short', 'none'],
  ['aB3$xY7!z', 'short', 'none'],
  ['aaaaaaaaaaaa', 'weak', 'pattern'],
  ['abcabcabcabcabc', 'weak', 'pattern'],
  ['1234567890', 'weak', 'pattern'],
  ['qwertyuiop123', 'weak', 'pattern'],
  ['0987654321zyxwv', 'weak', 'pattern'],
  ['Password123', 'weak', 'common'],
  ['annkalnina2024', 'weak', 'personal'],
  ['acme-example', 'weak', 'personal'],
  ['blue mountain', 'weak', 'longer'],
  ['green window table', 'fair', 'longer'],
  ['correct horse battery staple', 'strong', 'none'],
  // “com” of the address and the short word “ann” don't count within other words.
  ['velvet harbor compass', 'good', 'longer'],
  ['planning with banners', 'good', 'longer'],
  ['ann 2024 acme', 'weak', 'personal'],
  ['kV9#pQ2!mX7$', 'good', 'longer'],
  ['kV9#pQ2!mX7$wZ4', 'strong', 'none'],
])('%j is %s (%s)', (password, level, advice) => {
  expect(passwordStrength(password, ANN)).toEqual({ level, advice });
});
