import { z } from 'zod';
import { chunks } from '../domain/chunks.ts';
import { type Connection, type FetchContext, RefusedKey, UnexpectedStatus } from './source-connection.ts';

/** Maximum checks whose pings and flips are read. */
const HISTORY_CHECKS_MAX = 1000;
/** Checks whose history is read at the same time. */
const CHECKS_AT_ONCE = 4;
/** Maximum bodies read of the latest pings of a check. */
const BODIES_PER_CHECK = 10;
/** Maximum bodies read in one import. */
const BODIES_MAX = 2000;
/** Maximum bytes of bodies read in one import, all of which are in memory. */
const BODIES_BYTES_MAX = 20_000_000;

const listed = z.looseObject({ checks: z.array(z.unknown()) });
const channelsOf = z.looseObject({ channels: z.array(z.unknown()).default([]) });
const badgesOf = z.looseObject({ badges: z.record(z.string(), z.unknown()).default({}) });
const identified = z.looseObject({ uuid: z.string() });
const pingsOf = z.object({
  pings: z.array(
    z.looseObject({ n: z.int().optional(), type: z.string().optional(), body_url: z.string().nullish() }),
  ),
});
const flipsOf = z.looseObject({ flips: z.array(z.unknown()).default([]) });

/** Reads checks, names of channels and addresses of badges, and the history of checks if the account asks for it. */
export async function fetchHealthchecks(
  { account, report }: FetchContext,
  connection: Connection,
): Promise<unknown> {
  const { getJSON } = connection;
  // A read-only key can't list channels. A wrong key is refused by the later request for checks.
  const channelsAt = async (path: string) => {
    const json = await getJSON(`${path}/channels/`).catch((error: unknown) => {
      if (error instanceof RefusedKey) return {};
      throw error;
    });
    return { path, json };
  };
  const version = await channelsAt('/api/v3').catch((error: unknown) => {
    // Healthchecks before 3.0 lacks version 3 of the API.
    if (error instanceof UnexpectedStatus && error.status === 404) return channelsAt('/api/v1');
    throw error;
  });
  const { checks, ...rest } = listed.parse(await getJSON(`${version.path}/checks/`));
  const { channels } = channelsOf.parse(version.json);
  const { badges } = badgesOf.parse(await getJSON(`${version.path}/badges/`).catch(asMissing));
  if (account.history !== true) return { ...rest, checks, channels, badges };
  const readHistory = historyReader(version.path, connection);
  const withHistory: unknown[] = [];
  for (const some of chunks(checks.slice(0, HISTORY_CHECKS_MAX), CHECKS_AT_ONCE)) {
    const read = some.map(async (check) => {
      const { data } = identified.safeParse(check);
      return data === undefined ? check : { ...data, ...(await readHistory(data.uuid)) };
    });
    withHistory.push(...(await Promise.all(read)));
    report({ step: 'read', done: withHistory.length, total: checks.length });
  }
  withHistory.push(...checks.slice(HISTORY_CHECKS_MAX));
  return { checks: withHistory, channels, badges };
}

/** Returns the function that reads the pings of a check with their latest bodies, and the flips. */
function historyReader(path: string, { get, getJSON }: Connection) {
  let bodies = 0;
  let bytes = 0;
  return async (uuid: string) => {
    const check = `${path}/checks/${encodeURIComponent(uuid)}`;
    const { pings } = pingsOf.parse(await getJSON(`${check}/pings/`));
    // Healthchecks before 1.16 has no flips.
    const { flips } = flipsOf.parse(await getJSON(`${check}/flips/`).catch(asMissing));
    const latest = pings
      .filter(
        ({ n, type, body_url: url }) =>
          n !== undefined && url != null && (type === 'success' || type === 'fail'),
      )
      .slice(0, BODIES_PER_CHECK);
    const read = new Map<unknown, string>();
    for (const ping of latest) {
      if (bodies >= BODIES_MAX || bytes >= BODIES_BYTES_MAX) break;
      const body = await get(`${check}/pings/${ping.n}/body`).then(({ body: text }) => text, asUnread);
      bodies += 1;
      bytes += body.length;
      read.set(ping, body);
    }
    return { pings: pings.map((ping) => ({ ...ping, body: read.get(ping) })), flips };
  };
}

/** Converts the answer 404 of an older Healthchecks, which lacks the path, to no data. */
function asMissing(error: unknown): unknown {
  if (error instanceof UnexpectedStatus && error.status === 404) return {};
  throw error;
}

/** Converts the answer to a request for a body that was deleted meanwhile, or can't be loaded, to no body. */
function asUnread(error: unknown): string {
  if (error instanceof UnexpectedStatus) return '';
  throw error;
}
