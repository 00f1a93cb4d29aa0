import { parseInput } from '../../api/problems.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { applyEdit, pauseOrResume } from '../../monitors/apply-edit.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { currentMonitor } from '../../monitors/find-monitor.ts';
import { createMonitorFrom } from '../../monitors/new-monitor.ts';
import { createMonitorBody, editMonitorBody } from '../../monitors/settings/input.ts';
import { readChannelUUIDs } from './check-channels.ts';
import { editedMonitorInput, newMonitorInput, tagsIn } from './check-input.ts';
import { type CheckSpec, parseCheckSpec, type UNIQUE_FIELDS } from './check-spec.ts';
import { newUUID } from './check-uuid.ts';
import { respondCheck } from './checks.ts';
import type { ManagementParts, ManagementRequest, ManagementRoute } from './management-request.ts';
import { respondPlain } from './management-response.ts';
import { findCheckToChange, findWhere } from './project-checks.ts';

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
    timeout: ({ rules: { schedule } }) =>
      schedule.type === 'interval' && schedule.intervalMs === (timeout ?? 0) * 1000,
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

export const CHECK_CHANGE_ROUTES = [createCheck, updateCheck, pauseCheck, resumeCheck];
