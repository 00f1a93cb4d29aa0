import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import { ITEMS_MAX, PAGES_MAX } from '../source/item.ts';
import type { FetchContext, SourceConnection } from '../source/source-connection.ts';
import { readHistories } from '../source/source-connection.ts';

/** Number of latest check-ins read per monitor: one page of Sentry's API. */
const CHECK_INS_PER_MONITOR = 100;

const monitorSchema = z.looseObject({ slug: z.string() });

/** Reads monitors, and their latest check-ins if `account` requests history. */
export async function fetchSentry(
  { account, report }: FetchContext,
  { get, getJSON, parse }: SourceConnection,
): Promise<unknown> {
  const { organization } = account;
  if (organization === undefined || !/^[\w.-]{1,100}$/.test(organization))
    throw new AppError('invalid', 'Provide the slug of the Sentry organization.');
  const path = `/api/0/organizations/${organization}/monitors/`;
  const monitors: unknown[] = [];
  let next: string | null = `${path}?per_page=100`;
  for (let page = 1; page <= PAGES_MAX && next !== null && monitors.length <= ITEMS_MAX; page += 1) {
    const response: OutboundResponse = await get(next);
    monitors.push(...z.array(z.unknown()).parse(parse(response)));
    next = nextLink(response.headers.link ?? '');
    report({ step: 'read', done: monitors.length, total: null });
  }
  if (account.history !== true) return monitors;
  return readHistories(monitors, { report }, async (monitor) => {
    const { data } = monitorSchema.safeParse(monitor);
    if (data === undefined) return monitor;
    const address = `${path}${encodeURIComponent(data.slug)}/checkins/?per_page=${CHECK_INS_PER_MONITOR}`;
    return { ...data, checkIns: await getJSON(address) };
  });
}

/** Returns the URL of the next page; null if there is none. Sentry also links to an empty next page, which doesn't count. */
function nextLink(header: string): string | null {
  const next = header
    .split(/,\s*(?=<)/)
    .find((link) => /rel="next"/.test(link) && /results="true"/.test(link));
  return /<([^<>]+)>/.exec(next ?? '')?.[1] ?? null;
}
