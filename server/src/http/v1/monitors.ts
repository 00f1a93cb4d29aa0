import { type Access, maySeePingURLs } from '../../domain/access.ts';
import { MONITOR_ALERTING_DEFAULT } from '../../domain/alerting/settings.ts';
import { AppError } from '../../domain/error.ts';
import { newMonitorState } from '../../domain/monitor.ts';
import { pingKey } from '../../domain/ping.ts';
import { reaches } from '../../domain/team-security.ts';
import { BASE62, newShortID } from '../../random.ts';
import type { References } from '../../store/edit-store.ts';
import type { HistoryStore } from '../../store/history-store.ts';
import type { MonitorRecord, NewMonitor } from '../../store/store.ts';
import { editedMonitorAlerting } from './alert-settings.ts';
import { answerRevised } from './answer.ts';
import { success } from './documentation.ts';
import { type Checked, endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { readMaintenance } from './maintenance-now.ts';
import { createMonitorBody, newRules } from './monitor-input.ts';
import { writeMonitor } from './monitor-json.ts';
import { monitor } from './monitor-schema.ts';
import { namedInAlerting, referencesTo } from './named-things.ts';
import { preconditionFailed, requireExpected } from './precondition.ts';
import { invalid } from './problems.ts';
import { projectForNew } from './projects.ts';
import { monitorParams } from './schemas.ts';

/** 22 characters of base62 are 130 bits: it is a credential. */
const PING_ID_LENGTH = 22;
const ID_TRIES_MAX = 3;

/** The team's monitor of that ID. Those of other teams are as unknown as those that nobody has. */
export async function findMonitor(
  { access, params }: Pick<Checked<{ readonly shortID: string }, unknown, unknown>, 'access' | 'params'>,
  { store }: V1Parts,
): Promise<MonitorRecord> {
  const record = await store.findMonitor(access.teamID, params.shortID);
  if (record === null || !reaches(access, record.projectShortID)) throw noSuchMonitor();
  return record;
}

/** Returns those of some monitors that whoever asks may see. */
export async function monitorsWithin(
  access: Access,
  which: Parameters<HistoryStore['findMonitors']>[1],
  { store }: Pick<V1Parts, 'store'>,
): Promise<readonly MonitorRecord[]> {
  const found = await store.findMonitors(access.teamID, which);
  return found.filter(({ projectShortID }) => reaches(access, projectShortID));
}

export function noSuchMonitor(): AppError {
  return new AppError('not_found', 'There is no such monitor.');
}

interface MonitorAnswer {
  readonly request: Pick<Checked<unknown, unknown, unknown>, 'access'>;
  readonly parts: V1Parts;
  readonly status?: 200 | 201;
}

export async function answerMonitor(
  record: MonitorRecord,
  { request, parts, status = 200 }: MonitorAnswer,
): Promise<Response> {
  const { store, baseURL, clock } = parts;
  const now = clock.now();
  const maintenance = await readMaintenance(store, record.teamID, now);
  const view = { baseURL, now, maintenance, showsPingURL: maySeePingURLs(request.access) };
  return answerRevised(status, { monitor: writeMonitor(record, view) }, record.revision);
}

/** Runs a change of the monitor that a request names. When the request expected another revision, the error gets the monitor. */
export async function withCurrentMonitor<T>(
  request: Parameters<typeof findMonitor>[0],
  parts: V1Parts,
  change: (record: MonitorRecord) => Promise<T>,
): Promise<T> {
  try {
    return await change(await findMonitor(request, parts));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'precondition_failed') throw error;
    const record = await findMonitor(request, parts);
    const { store, baseURL, clock } = parts;
    const now = clock.now();
    const maintenance = await readMaintenance(store, record.teamID, now);
    const monitor = writeMonitor(record, {
      baseURL,
      now,
      maintenance,
      showsPingURL: maySeePingURLs(request.access),
    });
    throw preconditionFailed({ data: { monitor }, revision: record.revision });
  }
}

const createMonitor = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/monitors/',
  operationID: 'createMonitor',
  ofProjects: true,
  tag: 'Monitors',
  summary: 'Create a monitor',
  description:
    'Only `name` is required. Without a schedule, a run is expected every day, with an hour of grace. Nothing is awaited ' +
    'until the first ping. Fields that this API does not know are an error.',
  permission: 'write',
  body: createMonitorBody,
  bodyExample: {
    name: 'pg-dump prod',
    schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga', graceDuration: 3600 },
    tags: ['prod', 'db'],
  },
  responses: success(201, 'The new monitor.', { monitor }),
  etag: 'sent',
  errors: ['allowance_used_up', 'not_found'],
  async handle(request, parts) {
    const { access, body } = request;
    const project = await projectForNew(access, body.projectShortID ?? null, parts.store);
    const createdAt = parts.clock.now();
    const record = await insertMonitor(
      {
        teamID: access.teamID,
        createdAt,
        details: {
          name: body.name,
          description: body.description,
          tags: body.tags,
          projectID: project.id,
          alerting: editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, body),
        },
        monitor: { rules: newRules(body), state: newMonitorState(createdAt, body.paused) },
      },
      { foreignPingID: body.pingID ?? null, references: referencesTo(access.teamID, namedInAlerting(body)) },
      parts,
    );
    return answerMonitor(record, { request, parts, status: 201 });
  },
});

async function insertMonitor(
  settings: Omit<NewMonitor, 'shortID' | 'pingID' | 'pingKey'>,
  { foreignPingID, references }: { readonly foreignPingID: string | null; readonly references: References },
  { store, random, allowance }: V1Parts,
): Promise<MonitorRecord> {
  for (let tries = 0; tries < ID_TRIES_MAX; tries += 1) {
    const pingID = foreignPingID ?? random.text(BASE62, PING_ID_LENGTH);
    const shortID = newShortID(random);
    const created = await store.createMonitor(
      { ...settings, shortID, pingID, pingKey: pingKey(pingID) ?? pingID },
      allowance,
      references,
    );
    if (created.outcome === 'created') return created.monitor;
    if (created.outcome === 'allowance_used_up') {
      throw new AppError(
        'allowance_used_up',
        `The team has used its allowance of ${allowance} monitors. Delete one, or ask for more.`,
      );
    }
    if (created.outcome === 'project_gone')
      throw new AppError('not_found', 'The project has just been deleted.');
    if (created.outcome === 'ping_id_taken' && foreignPingID !== null)
      throw invalid([{ path: 'pingID', message: 'This ping ID is in use. Leave it out to get a new one.' }]);
  }
  throw new Error('No unused IDs were found.');
}

const readMonitor = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/',
  operationID: 'readMonitor',
  ofProjects: true,
  tag: 'Monitors',
  summary: 'Read a monitor',
  description: 'One monitor as it is now.',
  permission: 'read',
  params: monitorParams,
  responses: success(200, 'The monitor.', { monitor }),
  etag: 'sent',
  errors: ['not_found'],
  async handle(request, parts) {
    return answerMonitor(await findMonitor(request, parts), { request, parts });
  },
});

const deleteMonitor = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/monitors/{shortID}/',
  operationID: 'deleteMonitor',
  ofProjects: true,
  tag: 'Monitors',
  summary: 'Delete a monitor',
  description: 'Deletes the monitor with its whole history. Its ping URL answers 404 from then on.',
  permission: 'write',
  params: monitorParams,
  responses: success(200, 'The monitor as it last was.', { monitor }),
  etag: 'checked',
  errors: ['not_found'],
  async handle(request, parts) {
    const { store, clock, live } = parts;
    const { ifMatch } = request;
    return withCurrentMonitor(request, parts, async (record) => {
      const isDeleted = await store.deleteMonitor(record.id, clock.now(), ({ revision }) =>
        requireExpected({ ifMatch }, revision),
      );
      if (!isDeleted) throw noSuchMonitor();
      live.monitorDeleted(record.teamID, record.shortID);
      return answerMonitor(record, { request, parts });
    });
  },
});

export const MONITOR_ENDPOINTS = [createMonitor, readMonitor, deleteMonitor];
