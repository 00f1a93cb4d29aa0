import { z } from 'zod';
import type { Request } from '../../platform/outbound/request.ts';
import type { Clock } from '../../platform/runtime/clock.ts';

/** IANA's list of the RDAP service of each top-level domain (RFC 9224). */
const LIST_URL = 'https://data.iana.org/rdap/dns.json';
const REFRESH_MS = 24 * 3_600_000;
/** Delay after a failed request of the list. */
const RETRY_MS = 3_600_000;

const list = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

/** Base URL of the service of each top-level domain. */
type Services = ReadonlyMap<string, string>;

export interface RDAPBootstrap {
  /** Returns the base URL of the service that knows a domain; null if there is none. */
  serviceOf(domain: string): Promise<string | null>;
}

export interface RDAPBootstrapOptions {
  readonly request: Request;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly listURL?: string;
}

/**
 * Starts with the list of 13 February 2026, which is part of Overdue, and requests the current list at most once a day. An answer waits for the
 * current list only if the known list lacks the domain.
 */
export function createRDAPBootstrap({
  request,
  clock,
  listURL = LIST_URL,
}: RDAPBootstrapOptions): RDAPBootstrap {
  let known: Services | null = null;
  let refreshing: Promise<void> = Promise.resolve();
  let nextRefreshAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    nextRefreshAt = clock.monotonic() + RETRY_MS;
    const services = await requestServices(request, listURL);
    if (services === null) return;
    known = services;
    nextRefreshAt = clock.monotonic() + REFRESH_MS;
  }

  return {
    async serviceOf(domain) {
      known ??= await readShippedServices();
      if (clock.monotonic() >= nextRefreshAt) refreshing = refresh();
      const service = findService(known, domain);
      if (service !== null) return service;
      await refreshing;
      return findService(known, domain);
    },
  };
}

async function readShippedServices(): Promise<Services> {
  const { default: shipped } = await import('./rdap-bootstrap.json', { with: { type: 'json' } });
  return parseServices(shipped) ?? new Map();
}

/** Returns null if the list can't be had now. */
async function requestServices(request: Request, url: string): Promise<Services | null> {
  try {
    const { status, body } = await request({ method: 'GET', url, headers: { accept: 'application/json' } });
    return status === 200 ? parseServices(JSON.parse(body)) : null;
  } catch {
    return null;
  }
}

function parseServices(value: unknown): Services | null {
  const { data } = list.safeParse(value);
  if (data === undefined || data.services.length === 0) return null;
  const entries = data.services.flatMap(([suffixes, urls]) => {
    const url = urls.find((one) => one.startsWith('https:')) ?? urls.find((one) => one.startsWith('http:'));
    const base = URL.parse(url ?? '')?.href;
    return base === undefined ? [] : suffixes.map((suffix) => [suffix.toLowerCase(), base] as const);
  });
  return new Map(entries);
}

/** The longest suffix counts (RFC 9224, 4). */
function findService(services: Services, domain: string): string | null {
  const labels = domain.split('.');
  const suffixes = labels.map((_, index) => labels.slice(index).join('.'));
  const found = suffixes.find((suffix) => services.has(suffix));
  return found === undefined ? null : (services.get(found) ?? null);
}
