import { readFileSync } from 'node:fs';
import { TEAM_CREATION, type TeamCreation } from '../domain/access/team-creation.ts';
import { LOG_LEVELS, type LogLevel } from '../runtime/log-level.ts';
import { redact } from '../security/redact.ts';
import { type DatabaseLocation, databaseLocation } from './database-location.ts';
import {
  addressSet,
  addressSetOrAll,
  bearerToken,
  heartbeatURL,
  hostName,
  mailSender,
  numberUpTo,
  oneOf,
  type Parse,
  secretKey,
  smtpURL,
  someOf,
  webURL,
  wholeNumber,
} from './values.ts';

const DUTIES = ['ping', 'api', 'watchdog', 'notify'] as const;
/** What a process of the service does; one process may do all of it. */
type Duty = (typeof DUTIES)[number];

/** So many a second, and so many at once after a quiet time. 0 a second is no limit. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** All settings. docs/configuration.md lists the variables that they come from. */
export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; null when BASE_URL was not set, see {@link baseURL}. */
  readonly baseURL: string | null;
  readonly database: DatabaseLocation;
  readonly logLevel: LogLevel;
  /** People who may create further teams. */
  readonly teamCreation: TeamCreation;
  /** Monitors that each team may have. */
  readonly monitorAllowance: number;
  /** For each monitor. */
  readonly pingRate: Rate;
  /** For each token. */
  readonly apiRate: Rate;
  /** Bytes kept of a ping's body. */
  readonly pingBodyLimit: number;
  /** Pings that may wait for their commit. */
  readonly ingestBuffer: number;
  /** Where pings wait while PostgreSQL is away, and how many may; 0 for none. */
  readonly spool: { readonly file: string; readonly pings: number };
  /** `events` is for each monitor. 0 keeps for ever. */
  readonly retention: { readonly days: number; readonly events: number };
  /** `url` is null when no mail is sent. It holds a password: never log it. */
  readonly smtp: { readonly url: string | null; readonly from: string };
  /** By what people sign in, beside passkeys, and links where there is mail. */
  readonly signIn: {
    readonly passwords: boolean;
    /** The identity provider; null for none. The secret is one: never log it. */
    readonly oidc: {
      readonly issuer: string;
      readonly clientID: string;
      readonly clientSecret: string;
      /** Whether an address is theirs although the provider does not say so. */
      readonly trustEmail: boolean;
      /** What the button says. */
      readonly name: string;
    } | null;
  };
  /** Maximum number of monitors that have metrics of their own; 0 for none. */
  readonly metricsMonitors: number;
  /** What the settings of channels are sealed with; null when a key is to be kept beside an SQLite file. Never log it. */
  readonly secretKey: string | null;
  /** The variable that the key comes from, with the path of its file, for messages. */
  readonly secretKeySource: string;
  /** Whether channels may send to an address that is not public. */
  readonly isAllowedAddress: (address: string) => boolean;
  /** What is pinged while the service is healthy; null for nothing. The URL is a credential: never log it. */
  readonly heartbeat: { readonly url: string | null; readonly everyMs: number };
  readonly duties: Readonly<Record<Duty, boolean>>;
  readonly isTrustedProxy: (address: string) => boolean;
  /** Clients that may be connected at once; null to derive it from the limit on file descriptors. */
  readonly connectionsMax: number | null;
  /** Bearer token for /metrics; null when anybody may read them. Never log it. */
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
/** 20,000 monitors make some 10 MB of text for each scrape. */
const METRICS_MONITORS_MAX = 20_000;
const DAY_SECONDS = 86_400;

/** Reads the environment that this process was started with. Nothing else in the service does. */
export function readProcessConfig(): ConfigResult {
  return readConfig(process.env);
}

/** Reads all variables, and answers everything that is wrong with them at once. An empty variable counts as not set. */
export function readConfig(env: Environment): ConfigResult {
  const environment = openEnvironment(env);
  const { read, readSecret, sourceOf, problems } = environment;
  const base = read('BASE_URL', null, webURL);
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
    metricsMonitors: read('METRICS_MONITORS', 0, wholeNumber(0, METRICS_MONITORS_MAX)),
    secretKey: readSecret('SECRET_KEY', null, secretKey),
    secretKeySource: sourceOf('SECRET_KEY'),
    isAllowedAddress: read('ALLOW_PRIVATE_ADDRESSES', () => false, addressSetOrAll),
    heartbeat: Object.freeze({
      url: readSecret('HEARTBEAT_URL', null, heartbeatURL),
      everyMs: read('HEARTBEAT_SECONDS', 60, wholeNumber(1, DAY_SECONDS)) * 1000,
    }),
    duties: duties(read('ROLE', DUTIES, someOf(DUTIES))),
    isTrustedProxy: read('TRUSTED_PROXIES', () => false, addressSet),
    connectionsMax: read('MAX_CONNECTIONS', null, wholeNumber(8, 1_000_000)),
    metricsToken: readSecret('METRICS_TOKEN', null, bearerToken),
  };
  if (config.metricsMonitors > 0 && config.metricsToken === null)
    problems.push(
      'METRICS_MONITORS needs METRICS_TOKEN, because the series name monitors of every team. Set METRICS_TOKEN as well.',
    );
  return problems.length === 0 ? { ok: true, config: Object.freeze(config) } : { ok: false, problems };
}

/** Where the service is reached from outside; without BASE_URL on this machine, at the port that it listens on. */
export function baseURL(config: Config, port: number): string {
  return config.baseURL ?? `http://localhost:${port}`;
}

/** `read` and `readSecret` answer the fallback for what is not set or wrong, and note what is wrong in `problems`. */
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

  /** Also from the file that `NAME_FILE` names. What is wrong is not repeated in the problem. */
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

function duties(named: readonly Duty[]): Config['duties'] {
  const has = (duty: Duty) => named.includes(duty);
  return Object.freeze({
    ping: has('ping'),
    api: has('api'),
    watchdog: has('watchdog'),
    notify: has('notify'),
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
  const given = [issuer, clientID, clientSecret].filter((value) => value !== null);
  if (issuer !== null && clientID !== null && clientSecret !== null) {
    const oidc = Object.freeze({ issuer, clientID, clientSecret, name, trustEmail });
    return Object.freeze({ passwords, oidc });
  }
  if (given.length > 0)
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all of them.');
  if (!passwords)
    problems.push(
      'PASSWORD_SIGN_IN is off, and there is no OIDC_ISSUER by which people could sign in instead.',
    );
  return Object.freeze({ passwords: true, oidc: null });
}

function defaultSender(base: string | null): string {
  return `Overdue <overdue@${base === null ? 'localhost' : new URL(base).hostname}>`;
}
