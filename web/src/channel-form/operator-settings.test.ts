import { expect, test } from 'vitest';
import { missingSettings } from './operator-settings.ts';

const BARE = {
  version: '1.2.3',
  baseURL: 'https://overdue.example.com',
  mailPingHost: '',
  hasMail: false,
  allowsPrivateAddresses: false,
};

const EMAIL = { type: 'email', isOftenSelfHosted: false };

test('email without a mail server needs the lines that configure one', () => {
  expect(missingSettings(EMAIL, {}, BARE)).toEqual({
    missing: 'mail',
    lines: 'SMTP_URL=smtps://user:password@mail.example.com\nMAIL_FROM=Overdue <overdue@overdue.example.com>',
    isCertain: true,
  });
  expect(missingSettings(EMAIL, {}, { ...BARE, hasMail: true })).toBeNull();
});

test.each([
  ['ntfy', {}, '192.168.1.20', false],
  ['gotify', { server: 'http://10.0.0.7:8080' }, '10.0.0.7', true],
  ['webhook', { url: 'https://172.20.1.2/hook' }, '172.20.1.2', true],
  ['webhook', { url: 'https://10.example.com/hook' }, '192.168.1.20', false],
])('a private address of %s with %j needs to be allowed: %s', (type, values, address, isCertain) => {
  const receiver = { type, isOftenSelfHosted: true };
  expect(missingSettings(receiver, values, BARE)).toEqual({
    missing: 'addresses',
    lines: `ALLOW_PRIVATE_ADDRESSES=${address}`,
    isCertain,
  });
  expect(missingSettings(receiver, values, { ...BARE, allowsPrivateAddresses: true })).toBeNull();
});

test('a service of the internet needs no setting', () => {
  expect(missingSettings({ type: 'slack', isOftenSelfHosted: false }, {}, BARE)).toBeNull();
});
