import { expect, test } from 'vitest';
import { systemRandom } from '../../platform/runtime/random.ts';
import { newBackupCodes, readTypedCode } from './typed-code.ts';

test('backup codes differ, and have three groups without look-alikes', () => {
  const codes = newBackupCodes(systemRandom);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-km-np-z]{4}(?:-[2-9a-km-np-z]{4}){2}$/);
});

test.each([
  ['k7mq-2xwf-9rtc', 'k7mq-2xwf-9rtc'],
  ['K7MQ 2XWF 9RTC', 'k7mq-2xwf-9rtc'],
  [' k7mq2xwf9rtc\n', 'k7mq-2xwf-9rtc'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['', ''],
  [' - ', ''],
])('the typed code %j is %j', (typed, code) => {
  expect(readTypedCode(typed)).toBe(code);
});
