import { BASE62 } from '@overdue/domain/access/base62.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { AppError } from '@overdue/domain/error.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { normalizedPingIDOf, PING_ID_LENGTH } from '@overdue/domain/ping/ping.ts';
import { chooseSlug, type EmptySlug } from '@overdue/domain/ping/slug.ts';
import type { V1Parts } from '../api/dependencies.ts';
import { alertingReferences, referencesTo } from '../api/missing-references.ts';
import { invalidInputError } from '../api/problems.ts';
import type { CheckedReferences } from '../database/edits.ts';
import type { MonitorRecord, NewMonitor } from '../database/records.ts';
import { newShortID, type Random } from '../platform/runtime/random.ts';
import { editedMonitorAlerting } from '../projects/alert-settings.ts';
import { newTarget } from './checked-monitor.ts';
import { pickDetails } from './settings/detail-fields.ts';
import { type CreateMonitor, newRules } from './settings/input.ts';

/** Creates a monitor with the settings of a request. */
export function createMonitorFrom(
  body: CreateMonitor,
  { emptySlug = 'derived', ...project }: OwnProject & { readonly emptySlug?: EmptySlug },
  parts: Pick<V1Parts, 'store' | 'random' | 'allowance' | 'clock' | 'sealedChecks'>,
): Promise<MonitorRecord> {
  const references = referencesTo(project.teamID, alertingReferences(body));
  const monitor = { ...newMonitorFrom(body, project, { ...parts, createdAt: parts.clock.now() }), emptySlug };
  return insertMonitor(monitor, { foreignPingID: body.pingID ?? null, references }, parts);
}

/** Project of a new monitor. */
interface OwnProject {
  readonly teamID: string;
  readonly projectID: number;
}

/** Returns a monitor with the settings of a request. */
export function newMonitorFrom(
  body: CreateMonitor,
  { teamID, projectID }: OwnProject,
  { createdAt, ...parts }: Pick<V1Parts, 'random' | 'sealedChecks'> & { readonly createdAt: number },
): MonitorWithoutIDs {
  const ofJob = newRules(body);
  const { schedule, target } = newTarget(body, { teamID, schedule: ofJob.schedule }, parts);
  const rules = { ...ofJob, schedule };
  return {
    teamID,
    createdAt,
    details: {
      name: body.name,
      ...pickDetails(body),
      ...target,
      projectID,
      alerting: editedMonitorAlerting(MONITOR_ALERTING_DEFAULT, body),
    },
    monitor: { rules, state: newMonitorState({ kind: rules.kind, createdAt, paused: body.paused }) },
  };
}

/** A monitor that has no IDs yet. */
interface MonitorWithoutIDs extends Omit<NewMonitor, 'shortID' | 'pingID' | 'normalizedPingID'> {
  /** Default: `derived`. */
  readonly emptySlug?: EmptySlug;
}

/** Assigns a monitor new IDs. Derives an empty slug from the name, unless `emptySlug` is `none`. */
export function withNewIDs(
  { details, emptySlug = 'derived', ...settings }: MonitorWithoutIDs,
  foreignPingID: string | null,
  random: Random,
): NewMonitor {
  const pingID = foreignPingID ?? random.text(BASE62, PING_ID_LENGTH);
  const shortID = newShortID(random);
  return {
    ...settings,
    details: { ...details, slug: chooseSlug(details, { shortID, emptySlug }) },
    shortID,
    pingID,
    normalizedPingID: normalizedPingIDOf(pingID),
  };
}

const ID_ATTEMPTS_MAX = 3;

/** Returns the refusal of a ping ID. Doesn't say whether another team has the ping ID, because ping IDs are credentials. */
export function pingIDRefusedError(): AppError {
  return invalidInputError([
    { path: 'pingID', message: 'This ping ID can’t be used here. Leave it out to get a new one.' },
  ]);
}

/** Inserts a monitor under unused IDs. */
export async function insertMonitor(
  settings: MonitorWithoutIDs,
  {
    foreignPingID,
    references,
  }: { readonly foreignPingID: string | null; readonly references: CheckedReferences },
  { store, random, allowance }: Pick<V1Parts, 'store' | 'random' | 'allowance'>,
): Promise<MonitorRecord> {
  for (let attempt = 0; attempt < ID_ATTEMPTS_MAX; attempt += 1) {
    const monitor = withNewIDs(settings, foreignPingID, random);
    const created = await store.createMonitor(monitor, allowance, references);
    if (created.outcome === 'created') return created.monitor;
    if (created.outcome === 'allowance_used_up') {
      throw new AppError(
        'allowance_used_up',
        `The team has used its allowance of ${allowance} monitors. Delete one, or ask the operator for more.`,
      );
    }
    if (created.outcome === 'project_gone')
      throw new AppError('not_found', 'The project was deleted during the request.');
    if (created.outcome === 'slug_taken')
      throw new AppError('conflict', 'Another monitor of the project has this slug.');
    if (created.outcome === 'ping_id_taken' && foreignPingID !== null) throw pingIDRefusedError();
  }
  throw new Error('No unused IDs were found.');
}
