import { z } from 'zod';
import { AppError } from '../domain/error.ts';
import type { OutboundAnswer } from '../outbound/request.ts';
import { fetchHealthchecks } from './fetch-healthchecks.ts';
import { type ImportSource, ITEMS_MAX, type SourceFile } from './item.ts';
import {
  type Connection,
  connect,
  type FetchContext,
  type ServiceAddress,
  unreadable,
} from './source-connection.ts';

/** Maximum pages read from one service. */
const PAGES_MAX = 500;

interface Service extends ServiceAddress {
  read(reading: FetchContext, connection: Connection): Promise<unknown>;
}

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

const cronitorPage = z.looseObject({ monitors: z.array(z.unknown()) });

async function fetchCronitor({ report }: FetchContext, { getJSON }: Connection): Promise<unknown> {
  const monitors: unknown[] = [];
  for (let page = 1; page <= PAGES_MAX && monitors.length <= ITEMS_MAX; page += 1) {
    const found = cronitorPage.parse(await getJSON(`/api/monitors?page=${page}`)).monitors;
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

async function fetchBetterStack({ report }: FetchContext, { getJSON }: Connection): Promise<unknown> {
  const data: unknown[] = [];
  let next: string | null = '/api/v2/heartbeats?per_page=250';
  for (let page = 1; page <= PAGES_MAX && next !== null && data.length <= ITEMS_MAX; page += 1) {
    const read: z.output<typeof betterStackPage> = betterStackPage.parse(await getJSON(next));
    data.push(...read.data);
    next = read.pagination?.next ?? null;
    report({ step: 'read', done: data.length, total: null });
  }
  return { data };
}

async function fetchSentry({ account, report }: FetchContext, { get, parse }: Connection): Promise<unknown> {
  const { organization } = account;
  if (organization === undefined || !/^[\w.-]{1,100}$/.test(organization))
    throw new AppError('invalid', 'Name the Sentry organization by its slug.');
  const monitors: unknown[] = [];
  let next: string | null = `/api/0/organizations/${organization}/monitors/?per_page=100`;
  for (let page = 1; page <= PAGES_MAX && next !== null && monitors.length <= ITEMS_MAX; page += 1) {
    const answer: OutboundAnswer = await get(next);
    monitors.push(...z.array(z.unknown()).parse(parse(answer)));
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
