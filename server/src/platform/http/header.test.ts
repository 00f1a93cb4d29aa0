import { expect, test } from 'vitest';
import { firstHeader } from './header.ts';

test('the first value of a header is read in any spelling of its name', () => {
  const request = { rawHeaders: ['Host', 'a', 'USER-AGENT', 'curl', 'User-Agent', 'other', 'Origin', ''] };
  expect(firstHeader(request, 'user-agent')).toBe('curl');
  expect(firstHeader(request, 'origin')).toBe('');
  expect(firstHeader(request, 'content-length')).toBeUndefined();
});
