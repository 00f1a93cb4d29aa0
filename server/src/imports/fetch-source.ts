import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { fetchHealthchecks } from '../compat/healthchecks/fetch.ts';
import { fetchSentry } from '../compat/sentry/fetch.ts';
import { type ImportSource, ITEMS_MAX, PAGES_MAX, type SourceFile } from '../compat/source/item.ts';
import {
  connectToSource,
  type FetchContext,
  type ServiceAddress,
  type SourceConnection,
  unreadableSourceError,
} from '../compat/source/source-connection.ts';

interface Service extends ServiceAddress {
  read(reading: FetchContext, connection: SourceConnection): Promise<unknown>;
}

const SERVICES: Readonly<Partial<Record<ImportSource, Service>>> = {
  healthchecks: { title: 'Healthchecks', url: 'https://healthchecks.io', read: fetchHealthchecks },
  cronitor: { title: 'Cronitor', url: 'https://cronitor.io', read: fetchCronitor },
  'better-stack': { title: 'Better Stack', url: 'https://uptime.betterstack.com', read: fetchBetterStack },
  sentry: { title: 'Sentry', url: 'https://sentry.io', read: fetchSentry },
};

/** Reads all monitors from a service's API. Returns them in the format of an exported file. */
export async function fetchSource(source: ImportSource, reading: FetchContext): Promise<SourceFile> {
  const service = SERVICES[source];
  if (service === undefined)
    throw new AppError('invalid', `The source ${source} can't be read with a key. Provide an exported file.`);
  const json = await service
    .read(reading, connectToSource(source, service, reading))
    .catch((error: unknown) => {
      throw error instanceof z.ZodError
        ? unreadableSourceError(service, 'it has an unexpected format')
        : error;
    });
  return { name: service.title, text: JSON.stringify(json) };
}

const cronitorPage = z.looseObject({ monitors: z.array(z.unknown()) });

async function fetchCronitor({ report }: FetchContext, { getJSON }: SourceConnection): Promise<unknown> {
  const monitors: unknown[] = [];
  for (let page = 1; page <= PAGES_MAX && monitors.length <= ITEMS_MAX; page += 1) {
    const monitorsOfPage = cronitorPage.parse(await getJSON(`/api/monitors?page=${page}`)).monitors;
    // A service that ignores the page number would return the first page forever.
    if (
      monitorsOfPage.length === 0 ||
      JSON.stringify(monitorsOfPage[0]) === JSON.stringify(monitors.at(-monitorsOfPage.length))
    )
      break;
    monitors.push(...monitorsOfPage);
    report({ step: 'read', done: monitors.length, total: null });
  }
  return { monitors };
}

const betterStackPage = z.looseObject({
  data: z.array(z.unknown()),
  pagination: z.looseObject({ next: z.string().nullish() }).nullish(),
});

async function fetchBetterStack({ report }: FetchContext, { getJSON }: SourceConnection): Promise<unknown> {
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
