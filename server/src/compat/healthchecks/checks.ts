import { mayChange } from '@overdue/domain/access/project-key.ts';
import { respondPieces } from '../../api/respond.ts';
import type { HistoryStore } from '../../core/history/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import { badgeURLOf } from './badge-address.ts';
import { channelsWriter, readChannelUUIDs } from './check-channels.ts';
import type { ListView } from './check-json.ts';
import { writeCheck } from './check-json.ts';
import type { ManagementParts, ManagementRequest, ManagementRoute } from './management-request.ts';
import { respondJSON } from './management-response.ts';
import { checkNotFoundError, findCheck, findCheckToChange } from './project-checks.ts';

const START = Buffer.from('{"checks": [');
const END = Buffer.from(']}');
const COMMA = Buffer.from(',');

const listChecks: ManagementRoute = {
  method: 'GET',
  path: '/checks',
  allowsReadKey: true,
  action: null,
  async respond(request, parts) {
    const { store, checkTexts } = parts;
    const { tags, slug } = readFilter(request.context.req.url);
    const isWanted = ({ details }: MonitorRecord) =>
      tags.every((tag) => details.tags.includes(tag)) && (slug === '' || details.slug === slug);
    const isFiltered = tags.length > 0 || slug !== '';
    const view = await listView(request, parts);
    const pieces: Buffer[] = [];
    for await (const chunk of readProjectMonitors(request.key, store)) {
      const shown = isFiltered ? chunk.filter((listed) => isWanted(listed.read())) : chunk;
      if (shown.length === 0) continue;
      const texts = await checkTexts(shown, view, (ids) => readLastDurations(store, ids));
      pieces.push(...(pieces.length > 0 ? [COMMA] : []), Buffer.from(texts.join(',')));
    }
    return respondPieces([START, ...pieces, END], {});
  },
};

function readFilter(url: string): { readonly tags: readonly string[]; readonly slug: string } {
  const query = new URL(url).searchParams;
  return { tags: [...new Set(query.getAll('tag'))], slug: query.get('slug') ?? '' };
}

const readCheck: ManagementRoute = {
  method: 'GET',
  path: '/checks/:id',
  allowsReadKey: true,
  action: null,
  async respond(request, parts) {
    const record = await findCheck(request.key, parts.store, request.id);
    return respondCheck(record, { reader: request, parts });
  },
};

const deleteCheck: ManagementRoute = {
  method: 'DELETE',
  path: '/checks/:id',
  allowsReadKey: false,
  action: 'monitor.delete',
  async respond(request, parts) {
    const { store, clock, live } = parts;
    const record = await findCheckToChange(request.key, store, request.id);
    const response = await respondCheck(record, { reader: request, parts });
    const deleted = await store.deleteMonitors([record.id], clock.now());
    if (deleted.length === 0) throw checkNotFoundError();
    live.monitorDeleted(record.teamID, record.shortID);
    request.auditChange(record);
    return response;
  },
};

export const CHECK_ROUTES = [listChecks, readCheck, deleteCheck];

type Reader = Pick<ManagementRequest, 'key' | 'project' | 'version'>;

/** Returns the view of the project's checks for the sender of a request. */
async function listView(
  { key, project, version }: Reader,
  { store, clock, baseURL, sign }: ManagementParts,
): Promise<ListView> {
  const isReadOnly = !mayChange(key);
  const channels = channelsWriter(project, {
    channels: isReadOnly ? [] : await store.channels.list(key.teamID),
    uuids: await readChannelUUIDs(key, store),
  });
  return {
    version,
    isReadOnly,
    baseURL,
    now: clock.now(),
    channelsVersion: channels.version,
    channelsOf: channels.of,
    badgeURLOf: (record) => badgeURLOf(record, { baseURL, sign }),
  };
}

export async function respondCheck(
  record: MonitorRecord,
  {
    reader,
    parts,
    status = 200,
  }: {
    readonly reader: Reader;
    readonly parts: ManagementParts;
    readonly status?: 200 | 201;
  },
): Promise<Response> {
  const view = await listView(reader, parts);
  const durations = await readLastDurations(parts.store, [record.id]);
  return respondJSON(status, writeCheck(record, view, durations.get(record.id) ?? null));
}

/** Maximum number of newest runs to search for an ended run. */
const RUNS_SEARCHED = 3;

/** Reads the duration of the last ended run of each monitor, in milliseconds. Leaves out monitors without an ended run. */
async function readLastDurations(
  store: Pick<HistoryStore, 'listNewestRuns'>,
  monitorIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (monitorIDs.length === 0) return new Map();
  const runs = await store.listNewestRuns(monitorIDs, RUNS_SEARCHED);
  const durations = new Map<number, number>();
  for (const [monitorID, newest] of runs) {
    const ended = newest.find(({ endedAt }) => endedAt !== null);
    if (ended !== undefined && ended.durationMs !== null) durations.set(monitorID, ended.durationMs);
  }
  return durations;
}
