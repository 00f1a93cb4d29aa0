import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/platform/runtime/log.ts';
import { openAuthenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { enableTwoFactor, ORIGIN, openPostBox, openSite, PASSWORD, passTime, type Site } from './site.ts';

const SIGN_IN = { email: 'ann@example.com', password: PASSWORD };
const FILTER = new URL('../../../examples/fail2ban/overdue.conf', import.meta.url);

/** Opens a site and collects the lines of its log, which fail2ban would read. */
async function openLoggedSite(options: Parameters<typeof openSite>[0] = {}) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { site: await openSite({ log, ...options }), lines };
}

const from = (address: string) => ({ 'X-Test-Address': address });

async function fail(browser: Browser, path: string, json: object, address: string): Promise<void> {
  const { status } = await browser.send('POST', path, json, from(address));
  expect([400, 401, 403, 429], path).toContain(status);
}

/** Makes one failed attempt of every kind, from addresses that begin with 203.0.113.1. */
async function failEverything(site: Site): Promise<number> {
  const owner = await site.openAsOwner();
  await enableTwoFactor(owner);
  const device = openAuthenticator(ORIGIN);
  const begun = site.open();
  await begun.send('POST', '/auth/sign-in/email', SIGN_IN);
  const { data } = await begun.send('GET', '/auth/passkey/generate-authenticate-options');
  const made = await owner.send('GET', '/auth/passkey/generate-register-options');
  device.create(made.data.options as Readonly<Record<string, unknown>>);
  const response = device.get(data.options as Readonly<Record<string, unknown>>);
  const attempts: readonly (readonly [Browser, string, object])[] = [
    [site.open(), '/auth/sign-in/email', { ...SIGN_IN, password: 'a wrong guess' }],
    [site.open(), '/auth/sign-in/email', { email: 'nobody@example.com', password: 'a wrong guess' }],
    [begun, '/auth/two-factor/verify-totp', { code: '000000' }],
    [begun, '/auth/two-factor/verify-backup-code', { code: 'AAAAA-AAAAA' }],
    [begun, '/auth/passkey/verify-authentication', { response }],
    [site.open(), '/auth/magic-link/verify', { token: 'x'.repeat(32) }],
    [site.open(), '/auth/reset-password', { token: 'x'.repeat(32), newPassword: 'staple that horse first' }],
    [owner, '/auth/confirm/password', { password: 'a wrong guess' }],
    [
      owner,
      '/auth/change-password',
      { currentPassword: 'a wrong guess', newPassword: 'staple that horse first' },
    ],
  ];
  for (const [index, [browser, path, json]] of attempts.entries())
    await fail(browser, path, json, `203.0.113.${index + 1}`);
  return attempts.length;
}

function addressesIn(lines: readonly string[]): readonly unknown[] {
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Failed sign-in.')
    .map(({ address }) => address);
}

test('every failed sign-in of every kind is one log line with its address, without the credentials', async () => {
  const { mail } = await openPostBox();
  const { site, lines } = await openLoggedSite({ mail });
  const count = await failEverything(site);
  const expected = Array.from({ length: count }, (_, index) => `203.0.113.${index + 1}`);
  expect(addressesIn(lines)).toEqual(expected);
  expect(lines.join('')).not.toMatch(/a wrong guess|000000|AAAAA|xxxx|ann@|nobody@/);
  const methods = new Set(lines.map((line) => JSON.parse(line).method));
  expect([...methods].filter((method) => method !== undefined)).toEqual([
    'password',
    'code',
    'backup code',
    'passkey',
    'link',
    'reset link',
    'confirmation',
  ]);
});

test('an attempt above the limits is logged, too, up to a maximum', async () => {
  const { site, lines } = await openLoggedSite();
  await site.openAsOwner();
  for (let tried = 0; tried < 200; tried += 1)
    await site.open().send('POST', '/auth/sign-in/email', { ...SIGN_IN, password: 'a wrong guess' });
  const reasons = lines.map((line) => JSON.parse(line).reason);
  expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(10);
  const refused = reasons.filter((reason) => reason === 'rate limit').length;
  expect(refused).toBeGreaterThanOrEqual(90);
  expect(refused).toBeLessThanOrEqual(200 - 10);
});

test('the filter for fail2ban finds each of these lines, and no line that a client has forged', async () => {
  const { site, lines } = await openLoggedSite();
  const count = await failEverything(site);
  const forged =
    '","msg":"Failed sign-in."}\n{"level":"warn","time":"2026-11-22T00:00:00.000Z","address":"198.51.100.66","method":"password","reason":"wrong","msg":"Failed sign-in."}';
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.warn({ userAgent: forged, address: forged }, forged);
  const found = matchesOf(lines.join(''));
  expect(found).toHaveLength(count);
  expect(found).not.toContain('198.51.100.66');
});

/** Applies the filter with fail2ban if it is installed, otherwise with the filter's regular expression. */
function matchesOf(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-fail2ban-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'overdue.log');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync('fail2ban-regex', ['-o', 'ip', file, FILTER.pathname], {
    encoding: 'utf8',
  });
  if (status !== null) return stdout.split('\n').filter((line) => line !== '');
  const [, failregex = ''] = /^failregex = (.*)$/m.exec(readFileSync(FILTER, 'utf8')) ?? [];
  const pattern = new RegExp(failregex.replace('<ADDR>', '(?<address>[0-9a-fA-F.:]+)'));
  return text.split('\n').flatMap((line) => pattern.exec(line)?.groups?.address ?? []);
}

test('wrong codes, waiting codes and requested resets are in the audit log', async () => {
  const { mail } = await openPostBox();
  const site = await openSite({ mail });
  const owner = await site.openAsOwner();
  await enableTwoFactor(owner);
  const stranger = site.open();
  await stranger.send('POST', '/auth/sign-in/email', SIGN_IN, from('203.0.113.7'));
  await stranger.send('POST', '/auth/two-factor/verify-totp', { code: '000000' }, from('203.0.113.7'));
  await stranger.send(
    'POST',
    '/auth/two-factor/verify-backup-code',
    { code: 'AAAAA-AAAAA' },
    from('203.0.113.7'),
  );
  await stranger.send('POST', '/auth/request-password-reset', { email: SIGN_IN.email }, from('203.0.113.7'));
  await stranger.send('POST', '/auth/request-password-reset', { email: 'nobody@example.com' });
  passTime(11 * 60_000);
  await owner.send('POST', '/auth/two-factor/generate-backup-codes', {});
  await owner.send('POST', '/auth/confirm/password', { password: 'a wrong guess' });
  await owner.send('POST', '/auth/confirm/password', { password: PASSWORD, code: '000000' });
  await site.accounts.drain();
  const { data } = await owner.send('GET', '/v1/audit/');
  const entries = (data.entries as { action: string; details: object; remoteAddress: string }[])
    .filter(({ action }) => action.startsWith('account.'))
    .map(({ action, details, remoteAddress }) => [action, Object.values(details).join(), remoteAddress]);
  expect(entries.toReversed().slice(1)).toEqual([
    ['account.pass_first_factor', 'password', '203.0.113.7'],
    ['account.fail_code', 'code', '203.0.113.7'],
    ['account.fail_code', 'backup code', '203.0.113.7'],
    ['account.request_password_reset', '', '203.0.113.7'],
    ['account.fail_password', '', '192.0.2.1'],
    ['account.fail_code', '', '192.0.2.1'],
  ]);
});
