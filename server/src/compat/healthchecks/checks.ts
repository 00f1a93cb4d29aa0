import { mayChange } from '@overdue/domain/access/project-key.ts';
import { intervalOf } from '@overdue/domain/schedule/schedule.ts';
import { parseInput } from '../../api/problems.ts';
import { respondPieces } from '../../api/respond.ts';
import type { HistoryStore } from '../../core/history/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { applyEdit, pauseOrResume } from '../../monitors/apply-edit.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { currentMonitor, readProjectMonitors } from '../../monitors/find-monitor.ts';
import { createMonitorFrom } from '../../monitors/new-monitor.ts';
import { createMonitorBody, editMonitorBody } from '../../monitors/settings/input.ts';
import { badgeURLOf } from './badge-address.ts';
import { channelsWriter, readChannelUUIDs } from './check-channels.ts';
import { editedMonitorInput, newMonitorInput, tagsIn } from './check-input.ts';
import { type ListView, writeCheck } from './check-json.ts';
import { type CheckSpec, parseCheckSpec, type UNIQUE_FIELDS } from './check-spec.ts';
import { newUUID } from './check-uuid.ts';
import type { ManagementParts, ManagementRequest, ManagementRoute } from './management-request.ts';
import { respondJSON, respondPlain } from './management-response.ts';
import { checkNotFoundError, findCheck, findCheckToChange, findWhere } from './project-checks.ts';

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
    const { store, clock } = parts;
    const record = await findCheckToChange(request.key, store, request.id);
    const response = await respondCheck(record, { reader: request, parts });
    const deleted = await store.deleteMonitors([record.id], clock.now());
    if (deleted.length === 0) throw checkNotFoundError();
    request.auditChange(record);
    return response;
  },
};

const createCheck: ManagementRoute = {
  method: 'POST',
  path: '/checks',
  allowsReadKey: false,
  action: 'monitor.create',
  async respond(request, parts) {
    const spec = parseCheckSpec(request.body);
    const matches = uniqueMatcher(spec);
    const existing = matches === null ? null : await findWhere(request.key, parts.store, matches);
    if (existing === null) {
      const created = await insertCheck(spec, request, parts);
      request.auditChange(created);
      return respondCheck(created, { reader: request, parts, status: 201 });
    }
    const edited = await editCheck(spec, { record: existing, request, parts });
    return respondCheck(edited, { reader: request, parts });
  },
};

/**
 * Returns a function that compares a monitor with the request in the fields that `unique` names. Returns null if `unique` is
 * empty or names a field that the request lacks.
 */
function uniqueMatcher(spec: CheckSpec): ((record: MonitorRecord) => boolean) | null {
  const { unique = [], name, slug, tags, timeout, grace } = spec;
  if (unique.length === 0 || unique.some((field) => spec[field] === undefined)) return null;
  const isSame: Readonly<Record<(typeof UNIQUE_FIELDS)[number], (record: MonitorRecord) => boolean>> = {
    name: ({ details }) => details.name === name?.trim(),
    slug: ({ details }) => details.slug === slug,
    tags: ({ details }) => details.tags.join(' ') === tagsIn(tags ?? '').join(' '),
    timeout: ({ rules: { schedule } }) => intervalOf(schedule) === (timeout ?? 0) * 1000,
    grace: ({ rules: { schedule } }) => schedule.graceMs === (grace ?? 0) * 1000,
  };
  return (record) => unique.every((field) => isSame[field](record));
}

async function insertCheck(
  spec: CheckSpec,
  { key, version }: ManagementRequest,
  parts: ManagementParts,
): Promise<MonitorRecord> {
  const knownChannels = await readKnownChannels(key, parts);
  const body = parseInput(createMonitorBody, {
    ...newMonitorInput(spec, { version, ...knownChannels }),
    pingID: newUUID(parts.random),
  });
  return createMonitorFrom(body, { ...key, emptySlug: 'none' }, parts);
}

async function readKnownChannels(key: ManagementRequest['key'], { store }: ManagementParts) {
  const [channels, uuids] = await Promise.all([
    store.channels.list(key.teamID),
    readChannelUUIDs(key, store),
  ]);
  return { channels, uuids };
}

async function editCheck(
  spec: CheckSpec,
  {
    record,
    request,
    parts,
  }: {
    readonly record: MonitorRecord;
    readonly request: ManagementRequest;
    readonly parts: ManagementParts;
  },
): Promise<MonitorRecord> {
  const { key, version } = request;
  const knownChannels = await readKnownChannels(key, parts);
  const body = parseInput(
    editMonitorBody,
    editedMonitorInput(spec, { version, ...knownChannels }, record.rules.pingFilter),
  );
  const editRequest = { access: key, body, ifMatch: null, emptySlug: 'none' } as const;
  const isChanged = await applyEdit(buildEdit(editRequest, record, parts), parts);
  const edited = await currentMonitor(record, parts);
  if (isChanged)
    request.auditChange(edited, { action: 'monitor.edit', details: { changed: Object.keys(body) } });
  return edited;
}

const updateCheck: ManagementRoute = {
  method: 'POST',
  path: '/checks/:id',
  allowsReadKey: false,
  action: 'monitor.edit',
  async respond(request, parts) {
    const record = await findCheckToChange(request.key, parts.store, request.id);
    const edited = await editCheck(parseCheckSpec(request.body), { record, request, parts });
    return respondCheck(edited, { reader: request, parts });
  },
};

const pauseCheck = pauseOrResumeRoute('pause');
const resumeCheck = pauseOrResumeRoute('resume');

function pauseOrResumeRoute(kind: 'pause' | 'resume'): ManagementRoute {
  return {
    method: 'POST',
    path: `/checks/:id/${kind}`,
    allowsReadKey: false,
    action: `monitor.${kind}`,
    async respond(request, parts) {
      const { teamID } = request.key;
      const record = await findCheckToChange(request.key, parts.store, request.id);
      if (kind === 'resume' && !record.state.paused) return respondPlain(409, 'check is not paused');
      const at = parts.clock.now();
      const merge = pauseOrResume(kind, at, null);
      if (await applyEdit({ monitorID: record.id, teamID, at, references: [], merge }, parts))
        request.auditChange(record);
      return respondCheck(await currentMonitor(record, parts), { reader: request, parts });
    },
  };
}

export const CHECK_ROUTES = [
  listChecks,
  readCheck,
  deleteCheck,
  createCheck,
  updateCheck,
  pauseCheck,
  resumeCheck,
];

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

async function respondCheck(
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
