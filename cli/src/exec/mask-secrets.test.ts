import { describe, expect, test } from 'vitest';
import { createLogExcerpt, joinExcerpt } from './log-excerpt.ts';
import { maskExcerpt, maskSecrets } from './mask-secrets.ts';

const masked = (text: string, env = {}) => maskSecrets(Buffer.from(text), env).toString();

test.each([
  ['postgres://ann:hunter22@db/x', 'postgres://ann:[masked]@db/x'],
  ['redis://:p@ss:word@db', 'redis://:[masked]@db'],
  ['https://0123456789abcdef0123456789abcdef@o1.example.com/2', 'https://[masked]@o1.example.com/2'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [masked]'],
  ['{"Authorization":"Basic YW5uOmh1bnRlcg=="}', '{"Authorization":"Basic [masked]"}'],
  ['Cookie: session=abc; theme=dark', 'Cookie: [masked]'],
  ['DB_PASSWORD=hunter22 next', 'DB_PASSWORD=[masked] next'],
  ['{"api_key": "k-12345678", "n": 1}', '{"api_key": "[masked]", "n": 1}'],
  ['{"password":"a b c secret","n":1}', '{"password":"[masked]","n":1}'],
  ['{\\"password\\":\\"a b\\",\\"n\\":1}', '{\\"password\\":\\"[masked]\\",\\"n\\":1}'],
  ['{"password":"say \\"hi\\" twice"}', '{"password":"[masked]"}'],
  ['PASSWORD="multi word secret" next', 'PASSWORD="[masked]" next'],
  ["password: 'multi word secret'", "password: '[masked]'"],
  ['DB_PASS=hunter22', 'DB_PASS=[masked]'],
  ['SMTP_PASS: hunter22', 'SMTP_PASS: [masked]'],
  ['MYSQL_PWD=hunter22', 'MYSQL_PWD=[masked]'],
  ['REDIS_AUTH=hunter22', 'REDIS_AUTH=[masked]'],
  ['ENCRYPTION_KEY=abcdefgh', 'ENCRYPTION_KEY=[masked]'],
  ['SIGNING_KEY=abcdefgh', 'SIGNING_KEY=[masked]'],
  ['SENTRY_DSN=https://a@b/1', 'SENTRY_DSN=[masked]'],
  ['SLACK_WEBHOOK_URL=https://h.example.com/x', 'SLACK_WEBHOOK_URL=[masked]'],
  ['smtpPass=hunter22', 'smtpPass=[masked]'],
  ['clientSecret: hunter22', 'clientSecret: [masked]'],
  ['Server=db;Pwd=hunter22;', 'Server=db;Pwd=[masked];'],
  ['mysqldump -u root -phunter2 shop', 'mysqldump -u root -p[masked] shop'],
  ['-phunter2', '-p[masked]'],
  ['backup --pass=hunter2', 'backup --pass=[masked]'],
  ['backup --password hunter2', 'backup --password [masked]'],
  ['curl -u ann:hunter2 https://x', 'curl -u ann:[masked] https://x'],
  ['curl --user "ann:hunter2" https://x', 'curl --user "ann:[masked]" https://x'],
  ['<password>hunter2</password>', '<password>[masked]</password>'],
  ['key AKIAIOSFODNN7EXAMPLE used', 'key [masked] used'],
  ['https://hooks.slack.com/services/T0/B0/abcdefgh', 'https://hooks.slack.com/[masked]'],
  ['https://x.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR/start', 'https://x.example.com/ping/[masked]/start'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nafter', '[masked]\nafter'],
])('%j is masked', (text, expected) => expect(masked(text)).toBe(expected));

test.each([
  `sk_${'live'}_0123456789abcdefghij`,
  'sk-ant-api03-0123456789abcdefghij',
  'sk-proj-0123456789abcdefghij',
  `AIza${'0123456789'.repeat(4)}`.slice(0, 39),
  'npm_0123456789abcdefghijABCDEFGHIJ012345',
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'github_pat_0123456789abcdefghij',
  'glpat-0123456789abcdefghij',
  `xox${'b'}-0123456789-abcdefghij`,
  'hf_0123456789abcdefghij',
  'ovd_0123456789abcdefghij',
  `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`,
  `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`,
])('the token %s is masked', (token) => expect(masked(`got ${token}, next`)).toBe('got [masked], next'));

test.each([
  '1289 files, 3 tokens left',
  'https://example.com:8080/path',
  'the password was changed',
  'token ring',
  'PWD=/srv/backup',
  'compass=north author=ann bypass: none',
  'Tests: pass: 12 fail: 0',
  'mkdir -pv /srv/new',
  'ssh -p2222 backup@example.com',
  'docker run -p8080:80 -u 1000:1000 image',
  'git@github.com:ann/shop.git',
])('%j is unchanged', (text) => expect(masked(text)).toBe(text));

test('only long values of secret variables are masked', () => {
  const env = {
    RESTIC_PASSWORD: 'correct horse',
    SMTP_PASS: 'battery staple',
    DB_TOKEN: 'short',
    HOME: '/srv/ann-and-bob',
    PWD: '/srv/ann-and-bob',
    TOKEN_FILE: '/srv/ann-and-bob',
  };
  expect(masked('correct horse battery staple short /srv/ann-and-bob', env)).toBe(
    '[masked] [masked] short /srv/ann-and-bob',
  );
});

test('bytes that are not text are unchanged', () => {
  const bytes = Buffer.from([0, 255, 10, 195, 40]);
  expect(maskSecrets(bytes, {})).toEqual(bytes);
});

describe('where the middle of a log is left out', () => {
  const env = { DEPLOY_TOKEN: 'first line-TOPSECRETVALUE\nsecond line-TOPSECRETVALUE' };

  function excerpt(text: string, headMax: number): string {
    const kept = createLogExcerpt(headMax, 60);
    kept.add(Buffer.from(text));
    return joinExcerpt(maskExcerpt(kept.read(), env)).toString();
  }

  test.each(['password=TOPSECRETVALUE', '--token TOPSECRETVALUE', `pass ${env.DEPLOY_TOKEN}`])(
    'no part of the secret in %j is left, wherever the output is cut',
    (secret) => {
      for (let headMax = 1; headMax < secret.length + 30; headMax += 1) {
        const atHead = excerpt(`begin\n${secret}\n${'x'.repeat(50)}\n${'y'.repeat(70)}\n`, headMax);
        const atTail = excerpt(
          `begin\n${'x'.repeat(200)}\n${secret}\n${'y'.repeat(60 - (headMax % 60))}`,
          10,
        );
        for (const text of [atHead, atTail]) expect(text).not.toMatch(/TOPS|SECRET|VALUE|first line/);
      }
    },
  );
});

describe('hostile text takes time in proportion to its length', () => {
  const units = [
    'a-',
    'a.',
    'a_',
    'password',
    'pass_',
    'eyJ',
    'eyJ-',
    '://',
    '://a:',
    '-p1',
    ' -u a',
    'mysql ',
    '--a-',
    '"',
    '\\"',
    'password="',
    "token='\\",
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '<password',
    'cookie:',
    'sk-',
    ' ',
    '=',
  ];
  test.each(units)('of %j', (unit) => {
    const textOf = (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length));
    const time = (text: string) => {
      const began = process.cpuUsage();
      masked(text);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    time(textOf(20_000));
    expect(time(textOf(80_000))).toBeLessThan(1500);
  });
});
