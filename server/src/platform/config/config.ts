import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TEAM_CREATION, type TeamCreation } from '@overdue/domain/access/team-creation.ts';
import { LOG_LEVELS, type LogLevel } from '../runtime/log-level.ts';
import { redact } from '../runtime/redact.ts';
import { type DatabaseLocation, databaseLocation } from './database-location.ts';
import {
  addressSet,
  addressSetOrAll,
  allNoneOrNames,
  bearerToken,
  heartbeatURL,
  hostName,
  mailSender,
  numberUpTo,
  oneOf,
  type Parse,
  pem,
  publicURL,
  regionName,
  secretKey,
  smtpURL,
  someOf,
  webURL,
  wholeNumber,
} from './values.ts';

const ROLES = ['ping', 'api', 'watchdog', 'notify', 'check'] as const;
type Role = (typeof ROLES)[number];

/** A sustained rate, and a burst after a quiet period. 0 per second means no limit. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** docs/configuration.md explains each variable. */
export interface Config {
  /** Port to listen on; 0 lets the system choose one. */
  readonly port: number;
  readonly host: string;
  /** BASE_URL without a trailing slash; null if not set, see {@link baseURL}. */
  readonly baseURL: string | null;
  readonly database: DatabaseLocation;
  readonly logLevel: LogLevel;
  readonly teamCreation: TeamCreation;
  readonly monitorAllowance: number;
  readonly pingRate: Rate;
  readonly apiRate: Rate;
  readonly pingBodyLimit: number;
  /** Names of the enabled dialects of other services; null enables every dialect. */
  readonly pingDialects: readonly string[] | null;
  readonly ingestBuffer: number;
  /** `file` stores up to `pings` pings while PostgreSQL is unavailable. If `pings` is 0, the spool is off. */
  readonly spool: { readonly file: string; readonly pings: number };
  /** `events` is the maximum number of events, and of runs, per monitor. 0 turns a limit off. */
  readonly retention: { readonly days: number; readonly events: number };
  /** `url` is null if mail isn't configured. The URL holds a password: never log it. */
  readonly smtp: { readonly url: string | null; readonly from: string };
  /** Enabled sign-in methods. Passkeys are always enabled, and mailed links are enabled if mail is configured. */
  readonly signIn: {
    readonly passwords: boolean;
    /** Null without an identity provider. Never log the client secret. */
    readonly oidc: {
      readonly issuer: string;
      readonly clientID: string;
      readonly clientSecret: string;
      /** Whether to trust the provider's email addresses even if they aren't marked as verified. */
      readonly trustEmail: boolean;
      readonly name: string;
    } | null;
  };
  /** Server that accepts pings by email; null for none. Never log the key. */
  readonly mailPing: {
    /** Domain of the email addresses that accept pings, in lower case. */
    readonly host: string;
    readonly address: string;
    readonly port: number;
    /** Certificate for STARTTLS; null for none. */
    readonly tls: { readonly key: string; readonly cert: string } | null;
  } | null;
  readonly metricsMonitors: number;
  /** Key that encrypts channel settings; null to use the key file beside an SQLite database. Never log it. */
  readonly secretKey: string | null;
  /** Variable and file that the key is read from. Used in messages. */
  readonly secretKeySource: string;
  readonly isAllowedAddress: (address: string) => boolean;
  /** Whether `isAllowedAddress` accepts at least one address that isn't public. */
  readonly allowsPrivateAddresses: boolean;
  /** Like `isAllowedAddress`, for the targets of checks. */
  readonly isAllowedTarget: (address: string) => boolean;
  /** The list of `isAllowedTarget` as it was written, for the process that makes the checks. */
  readonly checkAddresses: string;
  /** Region in which this process checks targets; null for none. */
  readonly checkRegion: string | null;
  /** URL to ping while the service is healthy; null for none. The URL is a credential: never log it. */
  readonly heartbeat: { readonly url: string | null; readonly everyMs: number };
  readonly roles: Readonly<Record<Role, boolean>>;
  readonly isTrustedProxy: (address: string) => boolean;
  /** Maximum client connections; null to derive the number from the limit on file descriptors. */
  readonly connectionsMax: number | null;
  /** Bearer token for /metrics; null to let anyone read the metrics. Never log it. */
  readonly metricsToken: string | null;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATABASE: DatabaseLocation = { kind: 'sqlite', file: './data/overdue.db' };
const RATE_MAX = 1_000_000;
const BURST_SECONDS = 10;
const COUNT_MAX = 1_000_000_000;
/** 20,000 monitors produce about 10 MB of text per scrape. */
const METRICS_MONITORS_MAX = 20_000;
const DAY_SECONDS = 86_400;

/** Reads this process's environment variables. No other code reads them. */
export function readProcessConfig(): ConfigResult {
  return readConfig(process.env);
}

/** Variables of Node and the system that the process of the checks needs. It must not get secrets of the service. */
const CHECKER_VARIABLES =
  /^(?:LD_LIBRARY_PATH|MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|RES_OPTIONS|SSL_CERT_DIR|SSL_CERT_FILE)$/;

/** Returns the environment for the process that makes the checks. */
export function checkerEnvironment(env: Environment = process.env): Readonly<Record<string, string>> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    CHECKER_VARIABLES.test(name) && value !== undefined && value !== '' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Reads all variables, and returns all problems together. An empty variable counts as not set. */
export function readConfig(env: Environment): ConfigResult {
  const environment = openEnvironment(env);
  const { read, readSecret, sourceOf, problems } = environment;
  const base = read('BASE_URL', null, publicURL);
  const config: Config = {
    port: read('PORT', 8080, wholeNumber(0, 65_535)),
    host: read('HOST', '127.0.0.1', hostName),
    baseURL: base,
    database: Object.freeze(readSecret('DATABASE_URL', DEFAULT_DATABASE, databaseLocation)),
    logLevel: read('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    teamCreation: read('TEAM_CREATION', 'anyone', oneOf(TEAM_CREATION)),
    monitorAllowance: read('MONITOR_ALLOWANCE', 1000, wholeNumber(0, COUNT_MAX)),
    pingRate: rate(read('PING_RATE', 10, numberUpTo(RATE_MAX))),
    apiRate: rate(read('API_RATE', 20, numberUpTo(RATE_MAX))),
    pingBodyLimit: read('PING_BODY_LIMIT', 100_000, wholeNumber(0, 10_000_000)),
    pingDialects: read('PING_DIALECTS', null, allNoneOrNames),
    ingestBuffer: read('INGEST_BUFFER', 50_000, wholeNumber(1, 1_000_000)),
    spool: Object.freeze({
      file: read('SPOOL_FILE', './data/spool.db', (text) => ({ value: text })),
      pings: read('SPOOL_PINGS', 100_000, wholeNumber(0, 10_000_000)),
    }),
    retention: Object.freeze({
      days: read('RETENTION_DAYS', 90, wholeNumber(0, 36_500)),
      events: read('RETENTION_EVENTS', 10_000, wholeNumber(0, COUNT_MAX)),
    }),
    smtp: Object.freeze({
      url: readSecret('SMTP_URL', null, smtpURL),
      from: read('MAIL_FROM', defaultSender(base), mailSender),
    }),
    signIn: signIn(environment),
    mailPing: mailPing(environment),
    metricsMonitors: read('METRICS_MONITORS', 0, wholeNumber(0, METRICS_MONITORS_MAX)),
    secretKey: readSecret('SECRET_KEY', null, secretKey),
    secretKeySource: sourceOf('SECRET_KEY'),
    allowsPrivateAddresses: read('ALLOW_PRIVATE_ADDRESSES', false, () => ({ value: true })),
    isAllowedAddress: read('ALLOW_PRIVATE_ADDRESSES', () => false, addressSetOrAll),
    isAllowedTarget: read('CHECK_ADDRESSES', () => false, addressSetOrAll),
    checkAddresses: read('CHECK_ADDRESSES', '', (text) => ({ value: text })),
    checkRegion: read('CHECK_REGION', null, regionName),
    heartbeat: Object.freeze({
      url: readSecret('HEARTBEAT_URL', null, heartbeatURL),
      everyMs: read('HEARTBEAT_SECONDS', 60, wholeNumber(1, DAY_SECONDS)) * 1000,
    }),
    roles: rolesOf(read('ROLE', ROLES, someOf(ROLES))),
    isTrustedProxy: read('TRUSTED_PROXIES', () => false, addressSet),
    connectionsMax: read('MAX_CONNECTIONS', null, wholeNumber(8, 1_000_000)),
    metricsToken: readSecret('METRICS_TOKEN', null, bearerToken),
  };
  if (config.metricsMonitors > 0 && config.metricsToken === null)
    problems.push(
      'METRICS_MONITORS needs METRICS_TOKEN, because the metrics contain the monitor names of every team. Set METRICS_TOKEN as well.',
    );
  return problems.length === 0 ? { ok: true, config: Object.freeze(config) } : { ok: false, problems };
}

/** Returns the public URL of the service, or localhost and the port if BASE_URL isn't set. */
export function baseURL(config: Config, port: number): string {
  return config.baseURL ?? `http://localhost:${port}`;
}

/** Creates readers of variables. They return the fallback for unset and invalid variables, and add problems to `problems`. */
function openEnvironment(env: Environment) {
  const problems: string[] = [];

  function read<T>(name: string, fallback: T, parse: Parse<T>): T {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const parsed = parse(text);
    if ('value' in parsed) return parsed.value;
    problems.push(`${name} ${parsed.problem}; it is ${JSON.stringify(redact(text))}.`);
    return fallback;
  }

  /** Also reads the file named by `NAME_FILE`. Error messages never include the value. */
  function readSecret<T>(name: string, fallback: T, parse: Parse<T>): T {
    const text = secretText(name);
    if (text === '') return fallback;
    const parsed = parse(text);
    if ('value' in parsed) return parsed.value;
    problems.push(`${name} ${parsed.problem}.`);
    return fallback;
  }

  function secretText(name: string): string {
    const direct = env[name]?.trim() ?? '';
    const file = env[`${name}_FILE`]?.trim() ?? '';
    if (file === '') return direct;
    if (direct !== '') {
      problems.push(`${name} and ${name}_FILE are both set. Set one of them.`);
      return '';
    }
    const text = textOf(file);
    if (text === null) problems.push(`${name}_FILE names a file that can't be read: ${file}.`);
    else if (text === '') problems.push(`${name}_FILE names a file that is empty: ${file}.`);
    return text ?? '';
  }

  function sourceOf(name: string): string {
    const file = env[`${name}_FILE`]?.trim() ?? '';
    return file === '' ? name : `${name}_FILE (${file})`;
  }

  return { read, readSecret, sourceOf, problems };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function rate(perSecond: number): Rate {
  return Object.freeze({
    perSecond,
    burst: perSecond === 0 ? 0 : Math.max(1, Math.round(perSecond * BURST_SECONDS)),
  });
}

function rolesOf(named: readonly Role[]): Config['roles'] {
  const has = (role: Role) => named.includes(role);
  return Object.freeze({
    ping: has('ping'),
    api: has('api'),
    watchdog: has('watchdog'),
    notify: has('notify'),
    check: has('check'),
  });
}

function signIn({ read, readSecret, problems }: ReturnType<typeof openEnvironment>): Config['signIn'] {
  const text: Parse<string> = (value) => ({ value });
  const issuer = read('OIDC_ISSUER', null, webURL);
  const clientID = read('OIDC_CLIENT_ID', null, text);
  const clientSecret = readSecret('OIDC_CLIENT_SECRET', null, text);
  const name = read('OIDC_NAME', 'single sign-on', text);
  const trustEmail = read('OIDC_TRUST_EMAIL', 'off', oneOf(['on', 'off'])) === 'on';
  const passwords = read('PASSWORD_SIGN_IN', 'on', oneOf(['on', 'off'])) === 'on';
  const present = [issuer, clientID, clientSecret].filter((value) => value !== null);
  if (issuer !== null && clientID !== null && clientSecret !== null) {
    const oidc = Object.freeze({ issuer, clientID, clientSecret, name, trustEmail });
    return Object.freeze({ passwords, oidc });
  }
  if (present.length > 0)
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  if (!passwords)
    problems.push(
      'PASSWORD_SIGN_IN is off, but there is no other way to sign in. Set OIDC_ISSUER, or leave PASSWORD_SIGN_IN on.',
    );
  return Object.freeze({ passwords: true, oidc: null });
}

function mailPing({ read, readSecret, problems }: ReturnType<typeof openEnvironment>): Config['mailPing'] {
  const host = read('MAIL_PING_HOST', null, hostName)?.toLowerCase() ?? null;
  const port = read('MAIL_PING_PORT', null, wholeNumber(0, 65_535));
  const address = read('MAIL_PING_ADDRESS', '0.0.0.0', hostName);
  const cert = readSecret('MAIL_PING_TLS_CERT', null, pem);
  const key = readSecret('MAIL_PING_TLS_KEY', null, pem);
  if ((cert === null) !== (key === null))
    problems.push('MAIL_PING_TLS_CERT and MAIL_PING_TLS_KEY must be set together.');
  if (cert !== null && key !== null && !isPair(cert, key))
    problems.push(
      'MAIL_PING_TLS_KEY is not the key of MAIL_PING_TLS_CERT, or it is encrypted. Set a certificate and its unencrypted key.',
    );
  if (host === null && port === null) return null;
  if (host === null || port === null) {
    problems.push('MAIL_PING_HOST and MAIL_PING_PORT must be set together.');
    return null;
  }
  const tls = cert === null || key === null ? null : Object.freeze({ cert, key });
  return Object.freeze({ host, address, port, tls });
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function defaultSender(base: string | null): string {
  return `Overdue <overdue@${base === null ? 'localhost' : new URL(base).hostname}>`;
}
