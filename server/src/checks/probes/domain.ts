import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import { z } from 'zod';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { OutboundResponse, Request } from '../../platform/outbound/request.ts';
import { oneLine, truncate } from '../../platform/outbound/text.ts';
import type { CheckSettings } from '../settings.ts';
import type { TargetOf } from '../target.ts';
import {
  type Attempt,
  CheckFailure,
  type CheckNote,
  excerptOf,
  type ProbeTools,
  runAttempt,
} from './attempt.ts';
import type { RDAPBootstrap } from './rdap-bootstrap.ts';

/** Asks the registry of a domain by RDAP (RFC 9083) when the registration ends. */

const DAY_MS = 86_400_000;
const REDIRECTS_MAX = 5;
/** Maximum bytes of a response of RDAP. `request` of {@link DomainTools} has to read one byte more. */
export const RDAP_BYTES_MAX = 256_000;
/** Statuses of a registration that has ended, and that only a fee or luck can bring back (RFC 8056). */
const ENDED = ['redemption period', 'pending delete'];

const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().optional(),
  status: z.array(z.string()).nullish(),
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string().optional() })).nullish(),
});
type DomainObject = z.output<typeof domainObject>;

export interface DomainTools extends ProbeTools {
  /** Reads up to {@link RDAP_BYTES_MAX} and one byte more. */
  readonly request: Request;
  readonly rdapBootstrap: RDAPBootstrap;
}

export async function probeDomain(
  { host }: TargetOf<'domain'>,
  settings: CheckSettings<'domain'>,
  tools: DomainTools,
): Promise<CheckAttempt> {
  const result = await runAttempt(tools, settings, async (attempt) => {
    const service = await tools.rdapBootstrap.serviceOf(host);
    if (service === null) throw failedQuery(`No registry answers for ${host} by RDAP.`);
    const url = new URL(`domain/${host}`, service.endsWith('/') ? service : `${service}/`);
    const response = await attempt.step('firstByte', () => get(attempt, url, tools));
    attempt.report.status = response.status;
    attempt.report.excerpt = excerptOf(response.body, []);
    return judge(attempt, read(response, host), settings);
  });
  // A registry that doesn't answer says nothing about the domain.
  return result.outcome === 'timed_out' ? { ...result, outcome: 'unknown', code: 'rdap_failed' } : result;
}

function failedQuery(message: string): CheckFailure {
  return new CheckFailure('rdap_failed', message, 'unknown');
}

/** Follows redirects, which lead to the service of the registrar or to a new address of the registry. */
async function get(attempt: Attempt, first: URL, { request }: DomainTools): Promise<OutboundResponse> {
  const abort = new AbortController();
  attempt.own({ destroy: () => abort.abort() });
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await exchange(request, url, abort.signal);
    const location = response.headers.location;
    if (response.status < 300 || response.status > 399 || location === undefined) return response;
    const next = URL.parse(location, url);
    if (next === null || (url.protocol === 'https:' && next.protocol !== 'https:'))
      throw failedQuery(`${url.host} redirects to an address that Overdue does not follow.`);
    url = next;
  }
  throw failedQuery(`${first.host} redirects more than ${REDIRECTS_MAX} times.`);
}

async function exchange(request: Request, url: URL, signal: AbortSignal): Promise<OutboundResponse> {
  try {
    const headers = { accept: 'application/rdap+json, application/json' };
    return await request({ method: 'GET', url: url.href, headers, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // The setting for channels is not the one for checks.
    throw failedQuery(error.message.replaceAll('ALLOW_PRIVATE_ADDRESSES', 'CHECK_ADDRESSES'));
  }
}

function read({ status, body }: OutboundResponse, host: string): DomainObject {
  if (status === 404)
    throw new CheckFailure('domain_not_found', `The registry knows no domain ${host}. Check the name.`);
  if (status !== 200) throw failedQuery(`The registry answered with the status ${status}.`);
  if (Buffer.byteLength(body) > RDAP_BYTES_MAX)
    throw failedQuery(`The answer of the registry is larger than ${RDAP_BYTES_MAX / 1000} kB.`);
  const { data } = domainObject.safeParse(tryParse(body));
  if (data === undefined) throw failedQuery('The answer of the registry does not describe a domain.');
  if (data.ldhName !== undefined && data.ldhName.toLowerCase().replace(/\.$/, '') !== host)
    throw failedQuery(
      `The registry answered about ${truncate(oneLine(data.ldhName), 100)} instead of ${host}.`,
    );
  return data;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function judge(
  attempt: Attempt,
  { status, events }: DomainObject,
  { warnDays, failDays }: CheckSettings<'domain'>,
): CheckNote | null {
  const expiration = events?.find(({ eventAction }) => eventAction.toLowerCase() === 'expiration');
  const expiresAt = parseDate(expiration?.eventDate ?? '');
  attempt.report.domainExpiresAt = expiresAt;
  const ended = ENDED.find((one) => status?.some((other) => other.toLowerCase() === one));
  if (ended !== undefined)
    throw new CheckFailure('domain_expires_soon', `The registration has ended: its status is “${ended}”.`);
  if (expiresAt === null) throw failedQuery('The registry does not publish when the registration ends.');
  const leftMs = expiresAt - attempt.tools.clock.now();
  const note = { code: 'domain_expires_soon', message: endSentence(expiresAt, leftMs) } as const;
  if (leftMs <= failDays * DAY_MS) throw new CheckFailure(note.code, note.message);
  return leftMs <= warnDays * DAY_MS ? note : null;
}

/** Parses a date of RFC 3339. A date without a zone is in UTC. Returns null for other texts. */
function parseDate(text: string): number | null {
  const [date, zone] =
    /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? [];
  if (date === undefined) return null;
  const time = Date.parse(zone === undefined && date.length > 10 ? `${date}Z` : date);
  return Number.isNaN(time) ? null : time;
}

function endSentence(expiresAt: number, leftMs: number): string {
  const date = new Date(expiresAt).toISOString().slice(0, 10);
  if (leftMs <= 0) return `The registration ended on ${date}.`;
  const days = Math.floor(leftMs / DAY_MS);
  return `The registration ends on ${date}, in ${days === 1 ? '1 day' : `${days} days`}.`;
}
