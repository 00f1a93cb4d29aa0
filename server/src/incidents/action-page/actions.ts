import { INCIDENT_ACTIONS } from '@overdue/domain/incidents/action.ts';
import { presetEnd } from '@overdue/domain/incidents/snooze.ts';
import type { V1Dependencies } from '../../api/dependencies.ts';
import type { AuditActor } from '../../audit/contract.ts';
import { recordAuditEntries } from '../../audit/team-audit.ts';
import type { IncidentLink } from '../../channels/incident-link.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { applyEdit, pauseOrResume } from '../../monitors/apply-edit.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import type { IncidentRecord } from '../contract.ts';
import { findLinkReader, isOfReader, type LinkReader } from './link-reader.ts';

export interface ActionParts {
  readonly store: V1Dependencies['store'];
  readonly clock: Pick<Clock, 'now'>;
  readonly wakeWatchdog: () => void;
  readonly log: Pick<Log, 'error'>;
}

/** Actions of the page. Unlike this page, buttons in messages can't take back an acknowledgement or end a snooze. */
const PAGE_ACTIONS = [...INCIDENT_ACTIONS, 'unacknowledge', 'unsnooze'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

export function isPageAction(value: string): value is PageAction {
  return PAGE_ACTIONS.some((action) => action === value);
}

/** An incident of a link's team, with its monitor. */
export interface FoundIncident {
  readonly link: IncidentLink;
  readonly channel: LinkReader;
  readonly incident: IncidentRecord;
  readonly monitor: MonitorRecord;
}

/** Finds the incident of a link. Null if the incident or the reader no longer exists, or if they belong to different teams. */
export async function findActionable(
  link: IncidentLink,
  { store }: Pick<ActionParts, 'store'>,
): Promise<FoundIncident | null> {
  const channel = await findLinkReader(link, store);
  if (channel === null) return null;
  const { teamID } = channel;
  const [incident] = await store.listIncidents(teamID, { incidentID: link.incidentID, limit: 1 });
  if (incident === undefined) return null;
  const [monitor] = await store.findMonitors(teamID, { shortIDs: [incident.monitor.shortID] });
  return monitor === undefined ? null : { link, channel, incident, monitor };
}

/** Returns whether the link's reader made the acknowledgement in force, and may therefore take it back. */
export function mayUnacknowledge(
  { incident, channel }: FoundIncident,
  actor: Pick<AuditActor, 'name' | 'email'> | null,
): boolean {
  const { acknowledgedBy } = incident;
  if (acknowledgedBy === null) return false;
  return isOfReader(channel, acknowledgedBy) || (actor !== null && actorName(actor) === acknowledgedBy);
}

export interface Actor {
  readonly actor: AuditActor;
  readonly remoteAddress: string;
  /** Time zone of the actor, used for a snooze until morning. If absent, the monitor's time zone applies. */
  readonly timezone?: string;
}

/** Returns the name under which the incident shows an actor. */
export function actorName({ name, email }: Pick<AuditActor, 'name' | 'email'>): string {
  return name.trim() || email;
}

/**
 * Acts on an open incident, and records the action in the audit log if the action changed anything. Returns whether the action
 * changed anything.
 */
export async function takeAction(
  action: PageAction,
  linked: FoundIncident,
  parts: ActionParts & Actor,
): Promise<boolean> {
  const { channel, incident, monitor } = linked;
  if (incident.closedAt !== null) return false;
  const at = parts.clock.now();
  const { actor } = parts;
  const by = actorName(actor);
  if (!(await act(action, linked, { ...parts, at, by }))) return false;
  const target =
    action === 'pause'
      ? { kind: 'monitor', id: monitor.shortID, name: incident.monitor.name }
      : { kind: 'incident', id: incident.incidentID, name: incident.monitor.name };
  const entry = {
    teamID: channel.teamID,
    at,
    actor,
    action: AUDITED[action],
    target,
    details: { [channel.kind]: channel.shortID },
    remoteAddress: parts.remoteAddress,
  };
  await recordAuditEntries(parts, [entry]);
  return true;
}

const AUDITED: Readonly<Record<PageAction, string>> = {
  acknowledge: 'incident.acknowledge',
  unacknowledge: 'incident.unacknowledge',
  snooze_hour: 'incident.snooze',
  snooze_morning: 'incident.snooze',
  unsnooze: 'incident.unsnooze',
  pause: 'monitor.pause',
};

/** Returns whether anything changed. */
async function act(
  action: PageAction,
  found: FoundIncident,
  parts: ActionParts & Actor & { readonly at: number; readonly by: string },
): Promise<boolean> {
  const { channel, incident, monitor } = found;
  const { store, actor, at, by } = parts;
  switch (action) {
    case 'acknowledge':
      return store.changeIncident(incident, { kind: 'acknowledge', at, by, note: '' });
    case 'unacknowledge':
      return (
        mayUnacknowledge(found, actor) && store.changeIncident(incident, { kind: 'unacknowledge', at, by })
      );
    case 'snooze_hour':
    case 'snooze_morning': {
      const preset = action === 'snooze_hour' ? 'hour' : 'morning';
      const until = presetEnd(preset, parts.timezone ?? monitor.rules.schedule.timezone, at);
      return store.changeIncident(incident, { kind: 'snooze', at, until, by });
    }
    case 'unsnooze':
      return store.changeIncident(incident, { kind: 'unsnooze', at, by });
    case 'pause':
      return applyEdit(
        {
          monitorID: monitor.id,
          teamID: channel.teamID,
          at,
          references: [],
          merge: pauseOrResume('pause', at, null),
        },
        parts,
      );
  }
}
