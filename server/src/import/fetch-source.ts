import { z } from 'zod';
import { AppError } from '../domain/error.ts';
import { parseWebAddress } from '../domain/web-address.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { OutboundAnswer, Request } from '../outbound/request.ts';
import type { ReportProgress } from './import-progress.ts';
import { type ImportSource, ITEMS_MAX, type SourceFile } from './item.ts';

/** Maximum pages read from one service. */
const PAGES_MAX = 500;
/** Maximum checks whose pings are read. */
const HISTORY_CHECKS_MAX = 1000;

/** Access to an account of the service. */
export interface SourceAccount {
  /** Credential: never log it. */
  readonly key: string;
  /** Address of a self-hosted instance; undefined for the public service. */
  readonly url?: string | undefined;
  /** Slug of the organization, for Sentry. */
  readonly organization?: string | undefined;
  /** Whether to read past runs, with one request for each check of Healthchecks. */
  readonly history?: boolean | undefined;
}

interface FetchContext {
  readonly request: Request;
  readonly account: SourceAccount;
  /** Called after each page. */
  readonly report: ReportProgress;
  /** Aborted once nobody waits for the import. */
  readonly signal?: AbortSignal;
}

interface Service {
  readonly title: string;
  readonly url: string;
  read(reading: FetchContext, get: Get): Promise<unknown>;
}

/** Requests a path of the service, or a URL of the same origin, and parses the answer. */
type Get = (pathOrURL: string) => Promise<{ readonly json: unknown; readonly answer: OutboundAnswer }>;

const SERVICES: Readonly<Partial<Record<ImportSource, Service>>> = {
  healthchecks: { title: 'Healthchecks', url: 'https://healthchecks.io', read: fetchHealthchecks },
  cronitor: { title: 'Cronitor', url: 'https://cronitor.io', read: fetchCronitor },
  'better-stack': { title: 'Better Stack', url: 'https://uptime.betterstack.com', read: fetchBetterStack },
  sentry: { title: 'Sentry', url: 'https://sentry.io', read: fetchSentry },
};

/** Reads all monitors from the API of a service, in the form of an export. */
export async function fetchSource(source: ImportSource, reading: FetchContext): Promise<SourceFile> {
  const service = SERVICES[source];
  if (service === undefined)
    throw new AppError('invalid', `The source ${source} can't be read with a key. Provide an exported file.`);
  const json = await service.read(reading, connect(source, service, reading)).catch((error: unknown) => {
    throw error instanceof z.ZodError ? unreadable(service, 'it has another form than expected') : error;
  });
  return { name: service.title, text: JSON.stringify(json) };
}

function connect(source: ImportSource, service: Service, { request, account, signal }: FetchContext): Get {
  const base = parseWebAddress(account.url ?? service.url);
  if (base === null)
    throw new AppError(
      'invalid',
      'The address of the service must begin with https:// or http:// and contain no password.',
    );
  const root = base.href.replace(/\/+$/, '');
  return async (pathOrURL) => {
    const url = new URL(pathOrURL.startsWith('/') ? `${root}${pathOrURL}` : pathOrURL);
    // Sending the key to another server would leak it.
    if (url.origin !== base.origin) throw unreadable(service, 'its next page is on another server');
    requireWanted(signal);
    const answer = await request({
      ...(signal === undefined ? {} : { signal }),
      method: 'GET',
      url: url.href,
      headers: authorization(source, account.key),
    }).catch(asUnavailable);
    if (answer.status === 401 || answer.status === 403) throw new RefusedKey(service.title, answer.status);
    if (answer.status !== 200) throw new UnexpectedStatus(service.title, answer.status);
    try {
      return { json: JSON.parse(answer.body), answer };
    } catch {
      throw unreadable(service, 'it is not JSON, or too long');
    }
  };
}

/** Ends an import that nobody waits for. */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new AppError('unavailable', 'The import was canceled. Nothing was imported.');
}

/** Converts an outbound error, whose message is meant for users, to an AppError. */
function asUnavailable(error: unknown): never {
  throw error instanceof OutboundError ? new AppError('unavailable', error.message, { cause: error }) : error;
}

class UnexpectedStatus extends AppError {
  readonly status: number;
  constructor(title: string, status: number) {
    super('unavailable', `${title} responded with status ${status}. Check the address, and try again.`);
    this.status = status;
  }
}

class RefusedKey extends AppError {
  constructor(title: string, status: number) {
    super('invalid', `${title} refused the key (status ${status}).`);
  }
}

function unreadable({ title }: Service, why: string): AppError {
  return new AppError('unavailable', `The response of ${title} can't be read: ${why}.`);
}

function authorization(source: ImportSource, key: string): Readonly<Record<string, string>> {
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AppError('invalid', 'The key must be one word of visible ASCII characters.');
  if (source === 'healthchecks') return { 'x-api-key': key };
  const value =
    source === 'cronitor' ? `Basic ${Buffer.from(`${key}:`).toString('base64')}` : `Bearer ${key}`;
  return { authorization: value };
}

async function fetchHealthchecks({ account, report }: FetchContext, get: Get): Promise<unknown> {
  // A read-only key can't list channels. A wrong key is refused by the later request for checks.
  const channelsAt = async (path: string) => {
    const listed = await get(`${path}/channels/`).catch((error: unknown) => {
      if (error instanceof RefusedKey) return { json: {} };
      throw error;
    });
    return { path, channels: listed.json };
  };
  const version = await channelsAt('/api/v3').catch((error: unknown) => {
    // Healthchecks before 3.0 lacks version 3 of the API.
    if (error instanceof UnexpectedStatus && error.status === 404) return channelsAt('/api/v1');
    throw error;
  });
  const { json } = await get(`${version.path}/checks/`);
  const checks = z.looseObject({ checks: z.array(z.unknown()) }).parse(json);
  const { channels } = z.looseObject({ channels: z.array(z.unknown()).default([]) }).parse(version.channels);
  const { badges } = badgesOf.parse((await get(`${version.path}/badges/`).catch(asMissing)).json);
  if (account.history !== true) return { ...checks, channels, badges };
  const withPings: unknown[] = [];
  for (const [index, check] of checks.checks.entries()) {
    const { data } = z.looseObject({ uuid: z.string() }).safeParse(check);
    const isRead = data !== undefined && index < HISTORY_CHECKS_MAX;
    const path = `${version.path}/checks/${encodeURIComponent(data?.uuid ?? '')}/pings/`;
    withPings.push(isRead ? { ...data, ...pingsOf.parse((await get(path)).json) } : check);
    report({ step: 'read', done: withPings.length, total: checks.checks.length });
  }
  return { checks: withPings, channels, badges };
}

const badgesOf = z.looseObject({ badges: z.record(z.string(), z.unknown()).default({}) });

/** Converts the answer 404 of an older Healthchecks, which lacks the path, to no data. */
function asMissing(error: unknown): { readonly json: unknown } {
  if (error instanceof UnexpectedStatus && error.status === 404) return { json: {} };
  throw error;
}

const pingsOf = z.object({ pings: z.array(z.unknown()) });

const cronitorPage = z.looseObject({ monitors: z.array(z.unknown()) });

async function fetchCronitor({ report }: FetchContext, get: Get): Promise<unknown> {
  const monitors: unknown[] = [];
  for (let page = 1; page <= PAGES_MAX && monitors.length <= ITEMS_MAX; page += 1) {
    const found = cronitorPage.parse((await get(`/api/monitors?page=${page}`)).json).monitors;
    // A service that ignores the page number would return the first page forever.
    if (found.length === 0 || JSON.stringify(found[0]) === JSON.stringify(monitors.at(-found.length))) break;
    monitors.push(...found);
    report({ step: 'read', done: monitors.length, total: null });
  }
  return { monitors };
}

const betterStackPage = z.looseObject({
  data: z.array(z.unknown()),
  pagination: z.looseObject({ next: z.string().nullish() }).nullish(),
});

async function fetchBetterStack({ report }: FetchContext, get: Get): Promise<unknown> {
  const data: unknown[] = [];
  let next: string | null = '/api/v2/heartbeats?per_page=250';
  for (let page = 1; page <= PAGES_MAX && next !== null && data.length <= ITEMS_MAX; page += 1) {
    const read: z.output<typeof betterStackPage> = betterStackPage.parse((await get(next)).json);
    data.push(...read.data);
    next = read.pagination?.next ?? null;
    report({ step: 'read', done: data.length, total: null });
  }
  return { data };
}

async function fetchSentry({ account, report }: FetchContext, get: Get): Promise<unknown> {
  const { organization } = account;
  if (organization === undefined || !/^[\w.-]{1,100}$/.test(organization))
    throw new AppError('invalid', 'Name the Sentry organization by its slug.');
  const monitors: unknown[] = [];
  let next: string | null = `/api/0/organizations/${organization}/monitors/?per_page=100`;
  for (let page = 1; page <= PAGES_MAX && next !== null && monitors.length <= ITEMS_MAX; page += 1) {
    const { json, answer }: Awaited<ReturnType<Get>> = await get(next);
    monitors.push(...z.array(z.unknown()).parse(json));
    next = nextLink(answer.headers.link ?? '');
    report({ step: 'read', done: monitors.length, total: null });
  }
  return monitors;
}

/** Returns the URL of the next page. Sentry links to one even if that page is empty. */
function nextLink(header: string): string | null {
  const next = header
    .split(/,\s*(?=<)/)
    .find((link) => /rel="next"/.test(link) && /results="true"/.test(link));
  return /<([^>]+)>/.exec(next ?? '')?.[1] ?? null;
}
