import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CERTIFICATE } from '../../../test/notify/certificate.ts';
import { baseURL, type Config, checkerEnvironment, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'overdue-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function configOf(env: Record<string, string>): Config {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}

function problemsOf(env: Record<string, string>): readonly string[] {
  const result = readConfig(env);
  return result.ok ? [] : result.problems;
}

function fileWith(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('the process of the checks gets no secret of the service', () => {
  const env = {
    SECRET_KEY: 'secret',
    DATABASE_URL: 'postgres://',
    SSL_CERT_DIR: '/certs',
    NODE_EXTRA_CA_CERTS: '',
  };
  expect(checkerEnvironment(env)).toEqual({ SSL_CERT_DIR: '/certs' });
});

describe('defaults', () => {
  test('an empty environment has defaults', () => {
    const { isTrustedProxy, isAllowedAddress, isAllowedTarget, ...config } = configOf({});
    expect(config).toEqual({
      port: 8080,
      host: '127.0.0.1',
      baseURL: null,
      database: { kind: 'sqlite', file: './data/overdue.db' },
      logLevel: 'info',
      teamCreation: 'anyone',
      monitorAllowance: 1000,
      pingRate: { perSecond: 10, burst: 100 },
      apiRate: { perSecond: 20, burst: 200 },
      connectionsMax: null,
      metricsToken: null,
      pingBodyLimit: 100_000,
      pingDialects: null,
      mailPing: null,
      metricsMonitors: 0,
      ingestBuffer: 50_000,
      spool: { file: './data/spool.db', pings: 100_000 },
      retention: { days: 90, events: 10_000 },
      smtp: { url: null, from: 'Overdue <overdue@localhost>' },
      signIn: { passwords: true, oidc: null },
      secretKey: null,
      allowsPrivateAddresses: false,
      checkAddresses: '',
      checkRegion: null,
      secretKeySource: 'SECRET_KEY',
      heartbeat: { url: null, everyMs: 60_000 },
      roles: { ping: true, api: true, watchdog: true, notify: true, check: true },
    });
    expect(isTrustedProxy('127.0.0.1')).toBe(false);
    expect(isAllowedAddress('127.0.0.1')).toBe(false);
    expect(isAllowedTarget('127.0.0.1')).toBe(false);
  });

  test('an empty variable counts as unset, and unknown variables are ignored', () => {
    expect(configOf({ PORT: '', BASE_URL: ' ', DATABASE_URL_FILE: '', OVERDUE_COLOUR: 'red' })).toMatchObject(
      {
        port: 8080,
        baseURL: null,
      },
    );
  });

  test('the result is frozen, all the way down', () => {
    const config = configOf({});
    for (const part of [
      config,
      config.database,
      config.pingRate,
      config.retention,
      config.spool,
      config.smtp,
      config.signIn,
      config.heartbeat,
      config.roles,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('values', () => {
  test.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::', { host: '::' }],
    ['LOG_LEVEL', 'DEBUG', { logLevel: 'debug' }],
    ['PING_RATE', '0', { pingRate: { perSecond: 0, burst: 0 } }],
    ['PING_RATE', '0.05', { pingRate: { perSecond: 0.05, burst: 1 } }],
    ['API_RATE', '2.5', { apiRate: { perSecond: 2.5, burst: 25 } }],
    ['PING_BODY_LIMIT', '10000000', { pingBodyLimit: 10_000_000 }],
    ['PING_DIALECTS', 'all', { pingDialects: null }],
    ['PING_DIALECTS', 'none', { pingDialects: [] }],
    ['PING_DIALECTS', 'Sentry, uptime-kuma', { pingDialects: ['sentry', 'uptime-kuma'] }],
    ['RETENTION_DAYS', '0', { retention: { days: 0, events: 10_000 } }],
    ['ROLE', 'ping, api', { roles: { ping: true, api: true, watchdog: false, notify: false, check: false } }],
    ['ROLE', 'all', { roles: { ping: true, api: true, watchdog: true, notify: true, check: true } }],
    ['DATABASE_URL', 'sqlite::memory:', { database: { kind: 'sqlite', file: ':memory:' } }],
    ['DATABASE_URL', 'sqlite:data/a.db', { database: { kind: 'sqlite', file: 'data/a.db' } }],
    ['DATABASE_URL', 'sqlite:/var/a.db', { database: { kind: 'sqlite', file: '/var/a.db' } }],
    ['DATABASE_URL', 'sqlite:///var/a.db', { database: { kind: 'sqlite', file: '/var/a.db' } }],
    [
      'DATABASE_URL',
      'postgres://me:pass@db/overdue',
      { database: { kind: 'postgres', url: 'postgres://me:pass@db/overdue' } },
    ],
    [
      'DATABASE_URL',
      'postgresql://db:6432/a?sslmode=require',
      { database: { kind: 'postgres', url: 'postgresql://db:6432/a?sslmode=require' } },
    ],
    ['BASE_URL', 'https://Jobs.example.com/', { baseURL: 'https://jobs.example.com' }],
    ['BASE_URL', 'http://10.0.0.1:8080/', { baseURL: 'http://10.0.0.1:8080' }],
    ['SMTP_URL', 'smtps://me:pw@mail.example.com', { smtp: { url: 'smtps://me:pw@mail.example.com' } }],
    ['MAIL_PING_HOST', '', { mailPing: null }],
    ['MAIL_FROM', 'jobs@example.com', { smtp: { from: 'jobs@example.com' } }],
  ])('%s=%s', (name, text, expected) => {
    expect(configOf({ [name]: text })).toMatchObject(expected);
  });

  test('the sender of mail defaults to the host of the base URL', () => {
    expect(configOf({ BASE_URL: 'https://jobs.example.com' }).smtp.from).toBe(
      'Overdue <overdue@jobs.example.com>',
    );
  });

  test('the default base URL has the port of the server', () => {
    expect(baseURL(configOf({ PORT: '0' }), 4711)).toBe('http://localhost:4711');
    expect(baseURL(configOf({ BASE_URL: 'https://x.example/' }), 4711)).toBe('https://x.example');
  });

  test('trusted proxies are addresses and networks, including IPv4 written as IPv6', () => {
    const { isTrustedProxy } = configOf({ TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8, ::1, fd00::/8' });
    for (const address of ['192.0.2.1', '10.9.8.7', '::ffff:10.9.8.7', '::1', 'fd12::1']) {
      expect(isTrustedProxy(address), address).toBe(true);
    }
    for (const address of ['192.0.2.2', '11.0.0.1', '::2', 'fe80::1', '', 'nonsense', '10.0.0.1:80']) {
      expect(isTrustedProxy(address), address).toBe(false);
    }
  });
});

describe('sign-in methods', () => {
  const OIDC = {
    OIDC_ISSUER: 'https://login.example.com/realms/acme/',
    OIDC_CLIENT_ID: 'overdue',
    OIDC_CLIENT_SECRET_FILE: fileWith('oidc', 'a secret\n'),
  };

  test('an identity provider can have its secret in a file', () => {
    expect(configOf({ ...OIDC, OIDC_NAME: 'Acme ID', PASSWORD_SIGN_IN: 'off' }).signIn).toEqual({
      passwords: false,
      oidc: {
        issuer: 'https://login.example.com/realms/acme',
        clientID: 'overdue',
        clientSecret: 'a secret',
        name: 'Acme ID',
        trustEmail: false,
      },
    });
    expect(configOf({ ...OIDC, OIDC_TRUST_EMAIL: 'on' }).signIn.oidc).toMatchObject({
      name: 'single sign-on',
      trustEmail: true,
    });
  });

  test.each([
    [{ ...OIDC, OIDC_CLIENT_ID: '' }, 'must be set together'],
    [{ OIDC_CLIENT_SECRET: 'a' }, 'must be set together'],
    [{ PASSWORD_SIGN_IN: 'off' }, 'Set OIDC_ISSUER'],
    [{ MAIL_PING_HOST: 'pings.example.com' }, 'must be set together'],
    [{ MAIL_PING_PORT: '25' }, 'must be set together'],
    [{ MAIL_PING_TLS_CERT: '-----BEGIN CERTIFICATE-----\nMII' }, 'must be set together'],
    [{ MAIL_PING_TLS_KEY: 'a path' }, 'PEM format'],
    [
      { MAIL_PING_TLS_CERT: CERTIFICATE.cert, MAIL_PING_TLS_KEY: '-----BEGIN PRIVATE KEY-----\nMII' },
      'not the key of MAIL_PING_TLS_CERT',
    ],
    [{ ...OIDC, OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER must be'],
  ])('%j is refused', (env, problem) => {
    expect(problemsOf(env).join()).toContain(problem);
  });
});

describe('allowed networks and the secret key', () => {
  test('private addresses are allowed one by one, by network, or all', () => {
    const some = configOf({ ALLOW_PRIVATE_ADDRESSES: '192.168.1.20, 10.0.0.0/8,fd00::/8' }).isAllowedAddress;
    for (const address of ['192.168.1.20', '10.1.2.3', 'fd12::1']) expect(some(address), address).toBe(true);
    for (const address of ['192.168.1.21', '127.0.0.1', '::1']) expect(some(address), address).toBe(false);
    expect(configOf({ ALLOW_PRIVATE_ADDRESSES: 'all' }).isAllowedAddress('127.0.0.1')).toBe(true);
    expect(configOf({ ALLOW_PRIVATE_ADDRESSES: '10.0.0.1' }).allowsPrivateAddresses).toBe(true);
  });

  test('a key of 32 characters, and a heartbeat', () => {
    const key = 'k'.repeat(32);
    const config = configOf({
      SECRET_KEY_FILE: fileWith('key', `${key}\n`),
      HEARTBEAT_URL: 'https://hc.example.com/ping/abc?rid=1',
      HEARTBEAT_SECONDS: '30',
    });
    expect(config.secretKey).toBe(key);
    expect(config.heartbeat).toEqual({ url: 'https://hc.example.com/ping/abc?rid=1', everyMs: 30_000 });
  });
});

describe('secrets from files', () => {
  test('the file holds the value, with or without a line end', () => {
    const config = configOf({
      DATABASE_URL_FILE: fileWith('database', 'sqlite:/var/x.db\n'),
      SMTP_URL_FILE: fileWith('smtp', 'smtp://mail.example.com'),
    });
    expect(config.database).toEqual({ kind: 'sqlite', file: '/var/x.db' });
    expect(config.smtp.url).toBe('smtp://mail.example.com');
  });

  test('a file that is missing or empty, and a variable given twice, are problems', () => {
    const missing = join(folder, 'missing');
    expect(problemsOf({ SMTP_URL_FILE: missing })).toEqual([
      `SMTP_URL_FILE names a file that can't be read: ${missing}.`,
    ]);
    expect(problemsOf({ SMTP_URL_FILE: fileWith('empty', '\n') })[0]).toContain('empty');
    expect(problemsOf({ DATABASE_URL: 'sqlite:a', DATABASE_URL_FILE: missing })).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set. Set one of them.',
    ]);
  });
});

describe('problems', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '0x50'],
    ['HOST', 'two words'],
    ['LOG_LEVEL', 'loud'],
    ['TEAM_CREATION', 'friends'],
    ['MONITOR_ALLOWANCE', '1.5'],
    ['PING_RATE', '-1'],
    ['PING_RATE', '1e9'],
    ['API_RATE', 'fast'],
    ['PING_BODY_LIMIT', '10000001'],
    ['PING_DIALECTS', 'none, sentry!'],
    ['INGEST_BUFFER', '0'],
    ['SPOOL_PINGS', 'many'],
    ['RETENTION_DAYS', 'ever'],
    ['RETENTION_EVENTS', '99999999999999999999'],
    ['ROLE', 'ping,web'],
    ['ROLE', ','],
    ['BASE_URL', 'jobs.example.com'],
    ['BASE_URL', 'ftp://jobs.example.com'],
    ['BASE_URL', 'https://jobs.example.com/?a'],
    ['BASE_URL', 'https://example.com/overdue/'],
    ['DATABASE_URL', './overdue.db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite://data/overdue.db'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['TRUSTED_PROXIES', '::/129'],
    ['SECRET_KEY', '31 characters, one too few ....'],
    ['ALLOW_PRIVATE_ADDRESSES', 'all,10.0.0.0/8'],
    ['ALLOW_PRIVATE_ADDRESSES', 'localhost'],
    ['HEARTBEAT_URL', 'hc.example.com/ping/1'],
    ['HEARTBEAT_URL', 'file:///etc/passwd'],
    ['HEARTBEAT_SECONDS', '0'],
    ['HEARTBEAT_SECONDS', '86401'],
  ])('%s=%s is refused by name', (name, text) => {
    const problems = problemsOf({ [name]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be `));
  });

  test('series of monitors need a token, because they name monitors of every team', () => {
    const METRICS_MONITORS = '10';
    expect(problemsOf({ METRICS_MONITORS })).toEqual([expect.stringContaining('needs METRICS_TOKEN')]);
    expect(problemsOf({ METRICS_MONITORS, METRICS_TOKEN: 'x'.repeat(16) })).toEqual([]);
  });

  test('all problems are reported together, each with the value found', () => {
    expect(problemsOf({ PORT: 'x', ROLE: 'y', LOG_LEVEL: 'z' })).toEqual([
      'PORT must be a whole number from 0 to 65535; it is "x".',
      'LOG_LEVEL must be one of debug, info, warn, error; it is "z".',
      'ROLE must be all, or a list of ping, api, watchdog, notify, check; it is "y".',
    ]);
  });

  test('PostgreSQL must be a host and a database, and no problem repeats the password', () => {
    for (const url of ['postgres://', 'postgres://me:hunter2@db', 'postgres://me:hunter2@a,b/overdue']) {
      const problems = problemsOf({ DATABASE_URL: url });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(
        /^DATABASE_URL must (?:be a URL with a host and a database|name a single host)/,
      );
      expect(problems[0]).not.toContain('hunter2');
    }
  });

  test('no problem repeats a password', () => {
    const problems = problemsOf({
      SECRET_KEY: 'hunter2',
      HEARTBEAT_URL: 'ftp://example.com/hunter2',
      SMTP_URL: 'imap://me:hunter2@mail',
      DATABASE_URL: 'mysql://me:hunter2@db',
      BASE_URL: 'https://me:hunter2@jobs.example.com',
    });
    expect(problems).toHaveLength(5);
    expect(problems.join()).not.toContain('hunter2');
  });
});
