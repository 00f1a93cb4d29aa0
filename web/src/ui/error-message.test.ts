import { OverdueError } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { messageOf } from './error-message.ts';

test.each([
  ['network', 'There was no response: Failed to fetch'],
  ['timed_out', 'There was no response within 30000 ms.'],
] as const)('a request without a response (%s) tells that the service is unreachable', (code, message) =>
  expect(messageOf(new OverdueError(code, message))).toBe('The service can’t be reached. Try again.'),
);

test('other errors keep their own sentence', () => {
  expect(messageOf(new Error('The name is too long.'))).toBe('The name is too long.');
  expect(messageOf('The name is too long.')).toBe('The name is too long.');
});
