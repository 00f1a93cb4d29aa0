import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { eventFields, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { EventRecord } from '../../database/records.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import type { IncidentRecord, IncidentStore } from '../contract.ts';
import { EVENTS_SEARCHED_MAX } from './log.ts';
import { incident, writeIncident } from './schema.ts';

/** Period before an incident in which earlier incidents of its monitor are counted. */
const EARLIER_DAYS = 30;
/** Maximum number of earlier incidents that are counted. */
const EARLIER_COUNTED_MAX = 100;
/** Maximum number of earlier incidents that are listed with their last notes. */
const EARLIER_LISTED_MAX = 5;

export const lastReport = z
  .object({
    event: eventFields.number,
    type: eventFields.type,
    at: timeOutput('Time of arrival.', '2026-11-19T00:03:08.732Z'),
    exitStatus: z.int().nullable().meta({
      description: 'Exit status of the job, if the ping had one; else null.',
      example: 0,
    }),
    remoteAddress: z.string().meta({ example: '192.0.2.17' }),
    userAgent: z.string().meta({ example: 'curl/8.14.1' }),
  })
  .meta({ id: 'LastReport', description: 'The last ping that arrived before the end of the incident.' });

export const earlierIncidents = z
  .object({
    count: z.int().meta({ description: `At most ${EARLIER_COUNTED_MAX}.`, example: 3 }),
    days: z.int().meta({
      description: 'Number of days before the incident in which earlier incidents are counted.',
      example: EARLIER_DAYS,
    }),
    incidents: z
      .array(
        incident.extend({
          lastNote: z.string().nullable().meta({
            description: 'The last note; null if there is none.',
            example: 'Moved the dumps to the other disk.',
          }),
        }),
      )
      .meta({ description: `Newest first, at most ${EARLIER_LISTED_MAX}.` }),
  })
  .meta({ id: 'EarlierIncidents', description: 'Earlier incidents of the same monitor.' });

/** Returns the last ping before the end of the incident; null if it is not among the newest stored events. */
export async function findLastReport(
  { monitorID, closedAt }: IncidentRecord,
  store: Pick<MonitorStore, 'listEvents'>,
): Promise<EventRecord | null> {
  const events = await store.listEvents(monitorID, { limit: closedAt === null ? 1 : EVENTS_SEARCHED_MAX });
  return events.find(({ at }) => closedAt === null || at < closedAt) ?? null;
}

export interface EarlierIncidents {
  readonly count: number;
  readonly days: number;
  readonly incidents: readonly { readonly record: IncidentRecord; readonly lastNote: string | null }[];
}

/** Finds earlier incidents of the same monitor, newest first. */
export async function findEarlier(
  { id, teamID, openedAt, monitor }: IncidentRecord,
  store: Pick<IncidentStore, 'listIncidents' | 'listNotes'>,
): Promise<EarlierIncidents> {
  const records = await store.listIncidents(teamID, {
    monitorShortID: monitor.shortID,
    openedFrom: openedAt - EARLIER_DAYS * DAY_MS,
    before: id,
    limit: EARLIER_COUNTED_MAX,
  });
  const incidents = await Promise.all(
    records.slice(0, EARLIER_LISTED_MAX).map(async (record) => ({
      record,
      lastNote: (await store.listNotes(record.id)).at(-1)?.text ?? record.note,
    })),
  );
  return { count: records.length, days: EARLIER_DAYS, incidents };
}

export function writeLastReport(event: EventRecord | null) {
  if (event === null) return null;
  const { exitStatus, remoteAddress, userAgent } = event.request;
  return {
    event: event.number,
    type: event.type,
    at: writeTime(event.at),
    exitStatus,
    remoteAddress,
    userAgent,
  };
}

export function writeEarlier({ incidents, ...counted }: EarlierIncidents, now: number) {
  return {
    ...counted,
    incidents: incidents.map(({ record, lastNote }) => ({ ...writeIncident(record, now), lastNote })),
  };
}
