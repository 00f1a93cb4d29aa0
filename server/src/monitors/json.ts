import { checkKindOf } from '@overdue/domain/checks/check-result.ts';
import { explain } from '@overdue/domain/decision/explanation.ts';
import type { OpenIncident } from '@overdue/domain/incidents/incident.ts';
import { isChecked, type MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { deadlineAt, statusAt } from '@overdue/domain/monitor/state.ts';
import { type PingNotice, pingNoticesAt } from '@overdue/domain/ping/ping-notice.ts';
import { intervalOf, scheduleType } from '@overdue/domain/schedule/schedule.ts';
import { summarize } from '@overdue/domain/schedule/summary.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';
import { type SealedChecks, showCheckSettings } from '../checks/sealed-check.ts';
import type { MonitorRecord } from '../database/records.ts';
import { readOr } from '../database/rows.ts';
import { type MaintenanceNow, type MaintenanceStore, readMaintenance } from '../maintenance/contract.ts';
import { writeMonitorAlerting } from '../projects/alert-settings.ts';
import { writeSnooze } from './schema.ts';
import { pickDetails } from './settings/detail-fields.ts';
import { writeRules } from './settings/rule-fields.ts';

/** A checked monitor shows no grace period, because its checks are never late. */
export function writeSchedule({ kind, schedule }: Pick<MonitorRules, 'kind' | 'schedule'>) {
  return {
    type: scheduleType(schedule),
    interval: (intervalOf(schedule) ?? 0) / 1000,
    cron: schedule.type === 'cron' ? schedule.cron : '',
    onCalendar: schedule.type === 'oncalendar' ? schedule.onCalendar : '',
    timezone: schedule.timezone,
    graceDuration: isChecked({ kind }) ? 0 : schedule.graceMs / 1000,
    summary: summarize(schedule),
  };
}

export function writePingURL(baseURL: string, pingID: string): string {
  return `${baseURL}/ping/${pingID}`;
}

function writePingNotice({ firstAt, lastAt, ...warning }: PingNotice) {
  return { ...warning, firstAt: writeTime(firstAt), lastAt: writeTime(lastAt) };
}

function writeOpenIncident(open: OpenIncident | undefined, now: number) {
  if (open === undefined) return null;
  const { incidentID, acknowledgedAt, acknowledgedBy } = open;
  return {
    incidentID,
    acknowledgedAt: writeTimeOrNull(acknowledgedAt),
    acknowledgedBy,
    ...writeSnooze(open, now),
  };
}

export interface MonitorView {
  readonly baseURL: string;
  readonly now: number;
  readonly maintenance: MaintenanceNow;
  /** Open incidents by monitor ID. */
  readonly incidents: ReadonlyMap<number, OpenIncident>;
  readonly sealedChecks: SealedChecks;
  readonly showsPingURL: boolean;
}

/** Null for a job, and for settings that can't be opened, so that one monitor doesn't break a list. */
function writeCheck({ rules, details, teamID }: MonitorRecord, sealedChecks: SealedChecks): object | null {
  const kind = checkKindOf(rules.kind);
  if (kind === null) return null;
  return readOr(() => showCheckSettings(sealedChecks.open(details.sealedCheck, { kind, teamID })), null);
}

const CREDENTIALS = /"(pingURL|forwardTo)":"(?:[^"\\]|\\.)*"/g;

/** Blanks secret URLs. Searching the JSON text is safe, because quotes within its strings are escaped. */
export function withoutPingURL(json: string): string {
  return json.replace(CREDENTIALS, '"$1":""');
}

export function writeMonitorRow(record: MonitorRecord, view: MonitorView) {
  const { pingFilter, slug, forwardTo, notices, ...row } = writeWithoutCheck(record, view);
  return row;
}

export function writeMonitor(record: MonitorRecord, view: MonitorView) {
  return { ...writeWithoutCheck(record, view), check: writeCheck(record, view.sealedChecks) };
}

/** Opens no sealed settings, which lists don't show. */
function writeWithoutCheck(
  record: MonitorRecord,
  { baseURL, now, maintenance, incidents, showsPingURL }: MonitorView,
) {
  const { rules, state, details } = record;
  return {
    shortID: record.shortID,
    name: details.name,
    kind: rules.kind,
    url: details.url === '' ? null : details.url,
    status: statusAt(record, now),
    projectShortID: record.projectShortID,
    pingURL: showsPingURL ? writePingURL(baseURL, record.pingID) : '',
    schedule: writeSchedule(rules),
    ...writeRules(rules),
    lastPingAt: state.lastPingAt === null ? '' : writeTime(state.lastPingAt),
    createdAt: writeTime(record.createdAt),
    explanation: explain(record, now),
    ...pickDetails(showsPingURL ? details : { ...details, forwardTo: '' }),
    paused: state.paused,
    nextExpectedAt: writeTimeOrNull(state.nextExpectedAt),
    deadlineAt: isChecked(rules) ? null : writeTimeOrNull(deadlineAt(record)),
    running: state.openRunCount,
    failureStreak: state.failureStreak,
    downSince: writeTimeOrNull(state.incident?.at ?? null),
    incident: writeOpenIncident(state.incident === null ? undefined : incidents.get(record.id), now),
    lastFailureAt: writeTimeOrNull(state.lastFailure?.at ?? null),
    ...writeMonitorAlerting(details.alerting),
    maintenance: maintenance.covers(record),
    notices: pingNoticesAt(record.pingNotices, now).map(writePingNotice),
    revision: record.revision,
  };
}

interface ViewParts {
  readonly store: MaintenanceStore & {
    listIncidentSummaries(
      teamID: string,
      filter: { readonly monitorIDs?: readonly number[] },
    ): Promise<readonly (OpenIncident & { readonly monitorID: number })[]>;
  };
  readonly baseURL: string;
  readonly sealedChecks: SealedChecks;
}

/** Reads the additional data for the JSON of monitors, either for the given monitors or for the whole team. */
export async function readMonitorView(
  { store, baseURL, sealedChecks }: ViewParts,
  {
    teamID,
    records,
    now,
    showsPingURL,
  }: {
    readonly teamID: string;
    readonly records?: readonly MonitorRecord[];
    readonly now: number;
    readonly showsPingURL: boolean;
  },
): Promise<MonitorView> {
  const down = records?.filter(({ state }) => state.incident !== null).map(({ id }) => id);
  const incidents = await store.listIncidentSummaries(teamID, down === undefined ? {} : { monitorIDs: down });
  return {
    baseURL,
    now,
    maintenance: await readMaintenance(store, teamID, now),
    incidents: new Map(incidents.map((incident) => [incident.monitorID, incident])),
    sealedChecks,
    showsPingURL,
  };
}
