import { clauseOf } from '../checks/check-result.ts';
import { explain } from '../decision/explanation.ts';
import { durationWords, pluralize, truncate } from '../format-text.ts';
import { causeText, lateReport } from '../incidents/incident.ts';
import { currentSnooze } from '../incidents/snooze.ts';
import { summarize } from '../schedule/summary.ts';
import { timeWords } from '../schedule/timezone.ts';
import { type AlertIncident, type AlertItem, alertedSettings } from './alert.ts';
import type { UnkeyedAlert } from './alert-plan-draft.ts';
import type {
  AlertPlanInput,
  AlertSubject,
  IncidentState,
  OutboxDetail,
  OutboxRow,
} from './alert-plan-input.ts';
import type { TeamAlerting } from './alert-settings.ts';

const TITLE_LENGTH_MAX = 200;
const NAME_LENGTH_MAX = 100;

export type ServiceAlert = Pick<UnkeyedAlert, 'kind' | 'title' | 'text'>;

export type MonitorLabel = OutboxDetail['recovered'];

export function subjectLabel(subject: AlertSubject): MonitorLabel {
  const { shortID, project, alerting } = subject;
  return { shortID, ...alertedSettings(subject), project: project.name, severity: alerting.severity };
}

export function labelOf({ subject, detail }: OutboxRow): MonitorLabel | null {
  if (subject !== null) return subjectLabel(subject);
  if (detail === null) return null;
  const deleted: MonitorLabel = JSON.parse(detail);
  return deleted;
}

type AboutMonitor = 'down' | 'recovered' | 'failing' | 'reminder' | 'escalation';

export function monitorText(
  input: AlertPlanInput,
  {
    row,
    label,
    kind,
    baseURL,
    notes = [],
  }: {
    readonly row: OutboxRow;
    readonly label: MonitorLabel;
    readonly kind: AboutMonitor;
    readonly baseURL: string;
    readonly notes?: readonly string[] | undefined;
  },
): UnkeyedAlert {
  const item = writeAlertItem(row, { label, kind, now: input.now, baseURL });
  const { subject } = row;
  const schedule = subject === null ? [] : [`Schedule: ${summarize(subject.monitor.rules.schedule)}.`];
  return {
    kind,
    at: row.at,
    team: input.team.name,
    severity: label.severity,
    title: truncate(writeTitle(kind, label.name, row), TITLE_LENGTH_MAX),
    text: [item.explanation, ...writeAcknowledgement(row), ...writeSnooze(row), ...notes, ...schedule],
    url: item.incident?.url ?? item.monitor.url,
    items: [item],
    unlistedCount: 0,
    log: kind === 'recovered' ? null : row.log,
    includesLostAlarm: false,
  };
}

/** Adds the original alarm to the recovery for channels that never received the alarm. */
export function withLostAlarm(recovered: UnkeyedAlert): UnkeyedAlert {
  const [first = '', ...rest] = recovered.text;
  return {
    ...recovered,
    title: truncate(`Was down. ${recovered.title}`, TITLE_LENGTH_MAX),
    text: [first, 'The down alert could not be delivered.', ...rest],
    includesLostAlarm: true,
  };
}

export function teamText(
  input: AlertPlanInput,
  {
    row,
    alert,
    baseURL,
  }: { readonly row: OutboxRow; readonly alert: ServiceAlert; readonly baseURL: string },
): UnkeyedAlert {
  return {
    ...alert,
    at: row.at,
    team: input.team.name,
    severity: 'normal',
    url: `${baseURL}/`,
    items: [],
    unlistedCount: 0,
    log: null,
    includesLostAlarm: false,
  };
}

function writeTitle(kind: AboutMonitor, name: string, row: OutboxRow): string {
  const { incident } = row;
  const found = writeFinding(row);
  switch (kind) {
    case 'down':
      return found === null ? `Down: ${name}` : `${name} ${found}`;
    case 'failing':
      return `Failed but not down: ${found === null ? name : `${name} ${found}`}`;
    case 'reminder':
      return `Still down: ${found === null ? name : `${name} ${found}`}`;
    case 'escalation':
      return `Down and not acknowledged: ${name}`;
    case 'recovered':
      if (incident?.closedBy === 'paused') return `Paused while down: ${name}`;
      return incident?.closedBy === 'deleted' ? `Deleted while down: ${name}` : `Recovered: ${name}`;
  }
}

/** Returns how the check failed that the row is about, such as `failed: HTTP status 503`; null for a job. */
function writeFinding({ incident, subject }: OutboxRow): string | null {
  const state = subject?.monitor.state;
  const current = incident === null ? state?.lastFailure : state?.incident;
  const { reason, message } = incident?.run?.check
    ? { reason: incident.reason, message: incident.run.check.message }
    : { reason: current?.reason, message: current?.message };
  if (message === undefined || message === '') return null;
  return `${reason === 'timed_out' ? 'timed out' : 'failed'}: ${clauseOf(message)}`;
}

function writeAlertItem(
  row: OutboxRow,
  {
    label,
    kind,
    now,
    baseURL,
  }: {
    readonly label: MonitorLabel;
    readonly kind: AboutMonitor;
    readonly now: number;
    readonly baseURL: string;
  },
): AlertItem {
  const { incident } = row;
  return {
    event: kind === 'recovered' ? 'recovered' : kind === 'failing' ? 'failing' : 'down',
    monitor: {
      shortID: label.shortID,
      ...alertedSettings(label),
      project: label.project,
      severity: label.severity,
      url: `${baseURL}/monitors/${label.shortID}`,
    },
    incident: incident === null ? null : writeAlertIncident(incident, baseURL),
    explanation: writeExplanation(row, kind, now),
  };
}

function writeAlertIncident(incident: IncidentState, baseURL: string): AlertIncident {
  const { incidentID, reason, openedAt, closedAt, closedBy, run, acknowledgedAt, acknowledgedBy } = incident;
  return {
    id: incidentID,
    // A deleted monitor's incident has no page, because deleting a monitor also deletes its incidents.
    ...(closedBy === 'deleted' ? {} : { url: `${baseURL}/incidents/${incidentID}` }),
    reason,
    openedAt,
    closedAt,
    runID: run?.runID ?? null,
    acknowledgedAt,
    acknowledgedBy,
  };
}

/** Returns the sentence that names the member who acknowledged the incident, if any. */
function writeAcknowledgement({ incident, subject }: OutboxRow): readonly string[] {
  if (incident === null || incident.acknowledgedAt === null) return [];
  return [
    `${truncate(incident.acknowledgedBy ?? '', NAME_LENGTH_MAX)} acknowledged the incident on ${timeWords(incident.acknowledgedAt, zoneOf(subject))}.`,
  ];
}

/** Returns the sentence that names the member who snoozed the incident, if the alert arose during the snooze. */
function writeSnooze({ incident, at, subject }: OutboxRow): readonly string[] {
  const current = incident === null ? null : currentSnooze({ ...incident, closedAt: null }, at);
  if (current === null || at <= current.at) return [];
  const until = timeWords(current.until, zoneOf(subject));
  return [`${truncate(current.by, NAME_LENGTH_MAX)} snoozed the incident until ${until}.`];
}

/** Returns the time zone of a monitor's schedule; UTC for a deleted monitor. */
function zoneOf(subject: AlertSubject | null): string {
  return subject?.monitor.rules.schedule.timezone ?? 'UTC';
}

function writeExplanation(row: OutboxRow, kind: AboutMonitor, now: number): string {
  const { incident, subject } = row;
  const timezone = zoneOf(subject);
  if (kind === 'recovered' && incident !== null) return writeRecovery(incident, row.at, timezone);
  // Uses the monitor's explanation if the monitor is still in this incident.
  const state = subject?.monitor.state;
  const isCurrent = incident === null || state?.incident?.at === incident.openedAt;
  if (subject !== null && isCurrent && state?.paused === false) return explain(subject.monitor, now, true);
  if (incident === null) return `Failed at ${timeWords(row.at, timezone)}.`;
  return `Down since ${timeWords(incident.openedAt, timezone)}: ${writeIncidentCause(incident)}.`;
}

function writeIncidentCause({ reason, run }: IncidentState): string {
  return causeText(reason, run?.check ?? null);
}

function writeRecovery(incident: IncidentState, at: number, timezone: string): string {
  const length = durationWords((incident.closedAt ?? at) - incident.openedAt);
  const cause = `It went down at ${timeWords(incident.openedAt, timezone)}: ${writeIncidentCause(incident)}.`;
  switch (incident.closedBy) {
    case 'paused':
      return `Paused after ${length}: this outage causes no further alerts. ${cause}`;
    case 'deleted':
      return `The monitor was deleted while it was down. ${cause}`;
    default: {
      const late = lateReport(incident.run, incident);
      return `Up again after ${length}. ${cause}${late === null ? '' : ` ${late}`}`;
    }
  }
}

/** Returns the note to append to the last alert before further alerts are held for flapping. */
export function flappingNote(flips: number, { flapWithinMs, flapQuietMs }: TeamAlerting): string {
  return (
    `Flapping: ${pluralize(flips, 'change')} within ${durationWords(flapWithinMs)}. ` +
    `Further changes are held until the monitor has been steady for ${durationWords(flapQuietMs)}.`
  );
}
