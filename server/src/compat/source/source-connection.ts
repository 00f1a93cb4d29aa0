import { chunks } from '@overdue/domain/chunks.ts';
import { AppError } from '@overdue/domain/error.ts';
import { countMarks, parseJSON } from '@overdue/domain/json.ts';
import { parseWebAddress } from '@overdue/domain/web-address.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { OutboundResponse, Request } from '../../platform/outbound/request.ts';
import type { ImportSource, ReportProgress } from './item.ts';

/** Maximum marks of a page, as {@link parseJSON} counts them. Healthchecks sends all checks on one page, with about 60 marks each. */
const PAGE_MARKS_MAX = 1_500_000;
/** Maximum marks of all pages of an import, whose values are in memory at the same time. */
const PAGES_MARKS_MAX = 5_000_000;
/** Maximum bytes of all responses of an import. */
const PAGES_BYTES_MAX = 100_000_000;

/** Access to an account of the service. */
export interface SourceAccount {
  /** Credential: never log it. */
  readonly key: string;
  /** Address of a self-hosted instance; undefined for the public service. */
  readonly url?: string | undefined;
  /** Slug of the organization, for Sentry. */
  readonly organization?: string | undefined;
  /** Whether to read past runs. Healthchecks needs one more request per check. */
  readonly history?: boolean | undefined;
}

export interface FetchContext {
  readonly request: Request;
  readonly account: SourceAccount;
  /** Called after each page. */
  readonly report: ReportProgress;
  /** Aborted when no client waits for the import any more. */
  readonly signal?: AbortSignal;
}

/** Requests to one service. Each request takes a path of the service, or a URL of the same origin. */
export interface SourceConnection {
  get(pathOrURL: string): Promise<OutboundResponse>;
  getJSON(pathOrURL: string): Promise<unknown>;
  /** Reads the JSON of a response. */
  parse(response: OutboundResponse): unknown;
}

export interface ServiceAddress {
  readonly title: string;
  /** Address of the public service. */
  readonly url: string;
}

export function connectToSource(
  source: ImportSource,
  service: ServiceAddress,
  { request, account, signal }: FetchContext,
): SourceConnection {
  const base = parseWebAddress(account.url ?? service.url);
  if (base === null)
    throw new AppError(
      'invalid',
      'The address of the service must begin with https:// or http:// and contain no password.',
    );
  const root = base.href.replace(/(?<!\/)\/+$/, '');
  let bytes = 0;
  let marks = 0;
  const get: SourceConnection['get'] = async (pathOrURL) => {
    const url = new URL(pathOrURL.startsWith('/') ? `${root}${pathOrURL}` : pathOrURL);
    // Never sends the account's key to another server.
    if (url.origin !== base.origin)
      throw unreadableSourceError(service, 'its next page is on another server');
    requireWanted(signal);
    const response = await request({
      ...(signal === undefined ? {} : { signal }),
      method: 'GET',
      url: url.href,
      headers: authorization(source, account.key),
    }).catch(asUnavailable);
    if (response.status === 401 || response.status === 403)
      throw new RefusedKey(service.title, response.status);
    if (response.status !== 200) throw new UnexpectedStatus(service.title, response.status);
    bytes += Buffer.byteLength(response.body);
    if (bytes > PAGES_BYTES_MAX) throw largeSourceError(service, `${PAGES_BYTES_MAX} bytes`);
    return response;
  };
  const parse: SourceConnection['parse'] = ({ body }) => {
    marks += countMarks(body, PAGE_MARKS_MAX);
    if (marks > PAGES_MARKS_MAX) throw largeSourceError(service, `${PAGES_MARKS_MAX} values`);
    try {
      return parseJSON(body, PAGE_MARKS_MAX);
    } catch (error) {
      if (error instanceof AppError) throw unreadableSourceError(service, 'it has too many values');
      throw unreadableSourceError(service, 'it is not JSON, or too long');
    }
  };
  return { get, parse, getJSON: async (pathOrURL) => parse(await get(pathOrURL)) };
}

/** Throws if no client waits for the import any more. */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new AppError('unavailable', 'The import was canceled. Nothing was imported.');
}

/** Converts an outbound error, whose message is meant for users, to an AppError. */
function asUnavailable(error: unknown): never {
  throw error instanceof OutboundError ? new AppError('unavailable', error.message, { cause: error }) : error;
}

export class UnexpectedStatus extends AppError {
  readonly status: number;
  constructor(title: string, status: number) {
    super('unavailable', `${title} responded with status ${status}. Check the address, and try again.`);
    this.status = status;
  }
}

export class RefusedKey extends AppError {
  constructor(title: string, status: number) {
    super('invalid', `${title} refused the key (status ${status}).`);
  }
}

export function unreadableSourceError({ title }: ServiceAddress, why: string): AppError {
  return new AppError('unavailable', `The response of ${title} can't be read: ${why}.`);
}

function largeSourceError({ title }: ServiceAddress, what: string): AppError {
  const remedy = 'Import without the history, or export a file and import it in parts.';
  return new AppError('too_large', `${title} sent more than ${what} in all. ${remedy}`);
}

function authorization(source: ImportSource, key: string): Readonly<Record<string, string>> {
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AppError('invalid', 'The key must be one word of visible ASCII characters.');
  if (source === 'healthchecks') return { 'x-api-key': key };
  const value =
    source === 'cronitor' ? `Basic ${Buffer.from(`${key}:`).toString('base64')}` : `Bearer ${key}`;
  return { authorization: value };
}

/** Maximum monitors per service for which the history is read. */
export const HISTORY_MONITORS_MAX = 1000;
/** Maximum monitors whose history is read concurrently. */
const MONITORS_AT_ONCE = 4;

/**
 * Returns the monitors of a service, with the history of at most {@link HISTORY_MONITORS_MAX} of them. `readOne` reads one
 * monitor's history and adds it to the monitor.
 */
export async function readHistories(
  monitors: readonly unknown[],
  { report }: Pick<FetchContext, 'report'>,
  readOne: (monitor: unknown) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const withHistory: unknown[] = [];
  for (const chunk of chunks(monitors.slice(0, HISTORY_MONITORS_MAX), MONITORS_AT_ONCE)) {
    withHistory.push(...(await Promise.all(chunk.map(readOne))));
    report({ step: 'read', done: withHistory.length, total: monitors.length });
  }
  return [...withHistory, ...monitors.slice(HISTORY_MONITORS_MAX)];
}
