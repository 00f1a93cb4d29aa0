import { expect, test } from 'vitest';
import { everySeconds } from './go-duration.ts';

test.each([
  ['@every 5m', 300],
  ['@every 1h30m', 5400],
  ['@every 1.5h', 5400],
  ['@every 90s', 90],
  ['@every .5h', 1800],
  ['@EVERY 5M', 300],
  ['@every 1m500ms200us', 60.5],
  ['@every -5m', null],
  ['@every', null],
  ['@every 5', null],
  ['@daily', null],
])('%s: %j seconds', (text, seconds) => {
  expect(everySeconds(text)).toBe(seconds);
});
