import { expect, test } from 'vitest';
import { firstHeader } from './header.ts';

test('reads the first value of a header, however its name is written', () => {
  const request = { rawHeaders: ['Host', 'a', 'USER-AGENT', 'curl', 'User-Agent', 'other', 'Origin', ''] };
  expect(firstHeader(request, 'user-agent')).toBe('curl');
  expect(firstHeader(request, 'origin')).toBe('');
  expect(firstHeader(request, 'content-length')).toBeUndefined();
});
