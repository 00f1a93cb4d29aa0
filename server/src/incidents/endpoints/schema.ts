import { linkSettings, SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { INCIDENT_ENDS } from '@overdue/domain/incidents/incident.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import { pathID, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import { acknowledgementFields, snoozeFields, writeSnooze } from '../../monitors/schema.ts';
import { linkOutput } from '../../monitors/settings/detail-fields.ts';
import type { IncidentNote, IncidentRecord } from '../contract.ts';

export const incidentParams = z.object({
  incidentID: pathID.meta({ description: "The incident's `incidentID`.", example: UUID_EXAMPLE }),
});

export const monitorFields = {
  shortID: z.string().meta({ example: 'k3v9x2mq7d' }),
  name: z.string().meta({ example: 'pg-dump prod' }),
  projectShortID: z.string().meta({ example: 'p7w4nc2h9t' }),
  severity: z.enum(SEVERITIES).meta({ description: 'Severity of the monitor now.', example: 'critical' }),
  ...linkOutput(),
};

export const incident = z
  .object({
    incidentID: z.string().meta({
      description: 'Identifies the incident in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    monitor: z.object(monitorFields),
    reason: z.enum(FAILURE_REASONS).meta({ description: 'Why the monitor went down.', example: 'missed' }),
    openedAt: timeOutput('When the monitor went down.', '2026-11-20T01:00:00.000Z'),
    closedAt: timeOutput('When the incident ended; null while open.', '2026-11-20T03:03:08.732Z').nullable(),
    closedBy: z.enum(INCIDENT_ENDS).nullable().meta({
      description: 'Why the incident ended; null while open.',
      example: 'recovered',
    }),
    duration: z.number().meta({ description: 'Seconds, up to now while open.', example: 7388.732 }),
    runID: z.string().nullable().meta({
      description: 'Run that brought the monitor down; null if it is no longer stored.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71',
    }),
    ...acknowledgementFields,
    note: z.string().nullable().meta({
      description: 'Note of the acknowledgement; null if there is none.',
      example: 'The disk was full. Cleaning up.',
    }),
    ...snoozeFields,
  })
  .meta({ id: 'Incident', description: 'The period from a monitor going down until it recovers.' });

export const incidentNote = z
  .object({
    noteID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b72' }),
    at: timeOutput('Creation time.', '2026-11-20T01:31:08.400Z'),
    author: z.string().meta({ description: "The author's name, or else the email.", example: 'Ann Example' }),
    text: z.string().meta({ example: 'Moved the dumps to the other disk. Watching.' }),
  })
  .meta({ id: 'IncidentNote' });

export function writeNote({ at, ...note }: IncidentNote) {
  return { ...note, at: writeTime(at) };
}

export function writeMonitor({ monitor }: IncidentRecord) {
  const { shortID, name, projectShortID, severity } = monitor;
  return { shortID, name, projectShortID, severity, ...linkSettings(monitor) };
}

export function writeIncident(record: IncidentRecord, now: number) {
  const { openedAt, closedAt } = record;
  return {
    incidentID: record.incidentID,
    monitor: writeMonitor(record),
    reason: record.reason,
    openedAt: writeTime(openedAt),
    closedAt: writeTimeOrNull(closedAt),
    closedBy: record.closedBy,
    duration: Math.max(0, (closedAt ?? now) - openedAt) / 1000,
    runID: record.runID,
    acknowledgedAt: writeTimeOrNull(record.acknowledgedAt),
    acknowledgedBy: record.acknowledgedBy,
    note: record.note,
    ...writeSnooze(record, now),
  };
}
