import { z } from 'zod';
import {
  type FetchContext,
  RefusedKey,
  readHistories,
  type SourceConnection,
  UnexpectedStatus,
} from '../source/source-connection.ts';

/** Maximum pings per check whose bodies are read, latest first. */
const BODIES_PER_CHECK = 10;
/** Maximum bodies read in one import. */
const BODIES_MAX = 2000;
/** Maximum total bytes of the bodies read in one import. All bodies are in memory at the same time. */
const BODIES_BYTES_MAX = 20_000_000;

const checksSchema = z.looseObject({ checks: z.array(z.unknown()) });
const channelsSchema = z.looseObject({ channels: z.array(z.unknown()).default([]) });
const badgesSchema = z.looseObject({ badges: z.record(z.string(), z.unknown()).default({}) });
const checkSchema = z.looseObject({ uuid: z.string() });
const pingsSchema = z.object({
  pings: z.array(
    z.looseObject({ n: z.int().optional(), type: z.string().optional(), body_url: z.string().nullish() }),
  ),
});
const flipsSchema = z.looseObject({ flips: z.array(z.unknown()).default([]) });

/** Reads checks, channel names and badge URLs. Also reads the history of checks if `account` requests it. */
export async function fetchHealthchecks(
  { account, report }: FetchContext,
  connection: SourceConnection,
): Promise<unknown> {
  const { getJSON } = connection;
  // A read-only key can't list channels. If the key is invalid, the later request for checks fails.
  const channelsAt = async (path: string) => {
    const json = await getJSON(`${path}/channels/`).catch((error: unknown) => {
      if (error instanceof RefusedKey) return {};
      throw error;
    });
    return { path, json };
  };
  const channelsResponse = await channelsAt('/api/v3').catch((error: unknown) => {
    // Healthchecks before 3.0 lacks version 3 of the API.
    if (error instanceof UnexpectedStatus && error.status === 404) return channelsAt('/api/v1');
    throw error;
  });
  const { checks, ...rest } = checksSchema.parse(await getJSON(`${channelsResponse.path}/checks/`));
  const { channels } = channelsSchema.parse(channelsResponse.json);
  const { badges } = badgesSchema.parse(
    await getJSON(`${channelsResponse.path}/badges/`).catch(emptyIfMissing),
  );
  if (account.history !== true) return { ...rest, checks, channels, badges };
  const readHistory = historyReader(channelsResponse.path, connection);
  const withHistory = await readHistories(checks, { report }, async (check) => {
    const { data } = checkSchema.safeParse(check);
    return data === undefined ? check : { ...data, ...(await readHistory(data.uuid)) };
  });
  return { checks: withHistory, channels, badges };
}

/** Returns the function that reads a check's pings, the bodies of its latest pings, and its flips. */
function historyReader(path: string, { get, getJSON }: SourceConnection) {
  let bodies = 0;
  let bytes = 0;
  return async (uuid: string) => {
    const check = `${path}/checks/${encodeURIComponent(uuid)}`;
    const { pings } = pingsSchema.parse(await getJSON(`${check}/pings/`));
    // Healthchecks before 1.16 has no flips.
    const { flips } = flipsSchema.parse(await getJSON(`${check}/flips/`).catch(emptyIfMissing));
    const latest = pings
      .filter(
        ({ n, type, body_url: url }) =>
          n !== undefined && url != null && (type === 'success' || type === 'fail'),
      )
      .slice(0, BODIES_PER_CHECK);
    const read = new Map<unknown, string>();
    for (const ping of latest) {
      if (bodies >= BODIES_MAX || bytes >= BODIES_BYTES_MAX) break;
      const body = await get(`${check}/pings/${ping.n}/body`).then(
        ({ body: text }) => text,
        emptyIfUnreadable,
      );
      bodies += 1;
      bytes += body.length;
      read.set(ping, body);
    }
    return { pings: pings.map((ping) => ({ ...ping, body: read.get(ping) })), flips };
  };
}

/** Returns no data for status 404, because older versions of Healthchecks lack the path. */
function emptyIfMissing(error: unknown): unknown {
  if (error instanceof UnexpectedStatus && error.status === 404) return {};
  throw error;
}

/** Returns an empty body if the request fails, because the body may have been deleted. */
function emptyIfUnreadable(error: unknown): string {
  if (error instanceof UnexpectedStatus) return '';
  throw error;
}
