import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { credentialsOf } from './credentials.ts';
import { readProfiles, writeProfiles } from './profile-file.ts';

const WORK = { url: 'https://work.example.com', token: 'ovd_work' };
const HOME = { url: 'https://home.example.com/overdue', token: 'ovd_home' };

/** Creates an environment whose configuration folder contains the profiles `work` and `home`. */
function makeEnvironment(current: string | null = 'work') {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { XDG_CONFIG_HOME: folder };
  const byName = new Map([
    ['work', { ...WORK, tokenID: null }],
    ['home', { ...HOME, tokenID: 'token-1' }],
  ]);
  writeProfiles({ ...readProfiles(env), current, byName });
  return env;
}

test('the environment comes before --profile, and --profile before the current profile', () => {
  const env = makeEnvironment();
  const variables = { OVERDUE_URL: 'https://x.example.com/', OVERDUE_TOKEN: 'ovd_x' };
  expect(credentialsOf({ profile: 'home' }, { ...env, ...variables })).toEqual({
    url: 'https://x.example.com',
    token: 'ovd_x',
    profile: null,
  });
  expect(credentialsOf({ profile: 'home' }, env)).toEqual({ ...HOME, profile: 'home' });
  expect(credentialsOf({}, env)).toEqual({ ...WORK, profile: 'work' });
});

test('the token of a profile is used with no other address', () => {
  const env = makeEnvironment();
  expect(credentialsOf({}, { ...env, OVERDUE_URL: `${HOME.url}/` })).toEqual({ ...HOME, profile: 'home' });
  const elsewhere = { ...env, OVERDUE_URL: 'https://evil.example.com' };
  expect(() => credentialsOf({}, elsewhere)).toThrow('You are not logged in.');
  expect(() => credentialsOf({ profile: 'work' }, elsewhere)).toThrow('the profile work is for');
});

test('a token from the environment is used with the address of the profile', () => {
  const env = { ...makeEnvironment(), OVERDUE_TOKEN: 'ovd_x' };
  expect(credentialsOf({ profile: 'home' }, env)).toEqual({ url: HOME.url, token: 'ovd_x', profile: null });
  expect(() => credentialsOf({}, { ...makeEnvironment(null), OVERDUE_TOKEN: 'ovd_x' })).toThrow(
    'Set OVERDUE_URL',
  );
});

test.each([
  [{ profile: 'other' }, 'work', 'There are: work, home.'],
  [{}, null, 'You are not logged in.'],
])('%j with the current profile %j fails', (options, current, message) => {
  expect(() => credentialsOf(options, makeEnvironment(current))).toThrow(message);
});

test('a file that others can read, or that is not valid, is refused', () => {
  const env = makeEnvironment();
  const { path } = readProfiles(env);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode);
    expect(() => readProfiles(env)).toThrow(`chmod 600 ${path}`);
  }
  chmodSync(path, 0o600);
  for (const text of [
    '',
    '{}',
    '{"profiles":{"a":{"url":1}}}',
    '{"profiles":{"../a":{"url":"","token":""}}}',
  ]) {
    writeFileSync(path, text);
    expect(() => readProfiles(env)).toThrow('not a valid profile file');
  }
});
