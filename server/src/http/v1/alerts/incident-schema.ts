import { z } from 'zod';
import { INCIDENT_ENDS } from '../../../domain/incident.ts';
import { FAILURE_REASONS } from '../../../domain/monitor.ts';
import type { IncidentRecord } from '../../../store/alerts/contract.ts';
import type { IncidentNote } from '../../../store/incidents/notes-contract.ts';
import { time } from '../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';
import { run } from '../runs/run-schema.ts';

export const incident = z
  .object({
    incidentID: z.string().meta({
      description: 'Identifies the incident in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    monitor: z.object({
      shortID: z.string().meta({ example: 'k3v9x2mq7d' }),
      name: z.string().meta({ example: 'pg-dump prod' }),
      projectShortID: z.string().meta({ example: 'p7w4nc2h9t' }),
    }),
    reason: z
      .enum(FAILURE_REASONS)
      .meta({ description: 'What brought the monitor down.', example: 'missed' }),
    openedAt: time('When the monitor went down.', '2026-11-20T01:00:00.000Z'),
    closedAt: time('When it ended; null while it is open.', '2026-11-20T03:03:08.732Z').nullable(),
    closedBy: z.enum(INCIDENT_ENDS).nullable().meta({
      description: 'Why it ended: the monitor recovered, or somebody paused it. Null while it is open.',
      example: 'recovered',
    }),
    duration: z.number().meta({ description: 'Seconds; so far, while it is open.', example: 7388.732 }),
    runID: z.string().nullable().meta({
      description: 'The run that brought the monitor down; null when it is no longer kept.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71',
    }),
    acknowledgedAt: time(
      'When somebody took it on; null when nobody has.',
      '2026-11-20T01:20:31.005Z',
    ).nullable(),
    acknowledgedBy: z
      .string()
      .nullable()
      .meta({ description: 'Who that was: the name, or else the email.', example: 'Ann Example' }),
    note: z.string().nullable().meta({
      description: 'What that member wrote; null when nothing.',
      example: 'The disk was full. Cleaning up.',
    }),
  })
  .meta({ id: 'Incident', description: 'The time from a monitor going down to its recovery.' });

export const incidentNote = z
  .object({
    noteID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b72' }),
    at: time('When it was written.', '2026-11-20T01:31:08.400Z'),
    author: z
      .string()
      .meta({ description: 'Who wrote it: the name, or else the email.', example: 'Ann Example' }),
    text: z.string().meta({ example: 'Moved the dumps to the other disk. Watching.' }),
  })
  .meta({ id: 'IncidentNote' });

export const incidentWithFailures = incident
  .extend({
    failures: z
      .array(run)
      .meta({ description: 'The runs that failed in its time, oldest first, at most 100.' }),
    notes: z.array(incidentNote).meta({ description: 'What people wrote to it, oldest first.' }),
    related: z.array(incident).meta({
      description:
        "The team's other incidents that opened at most five minutes before or after it, newest first, at most 100.",
    }),
  })
  .meta({ id: 'IncidentWithFailures' });

export function writeNote({ at, ...note }: IncidentNote) {
  return { ...note, at: writeTime(at) };
}

export function writeIncident(record: IncidentRecord, now: number) {
  const { monitor, openedAt, closedAt } = record;
  return {
    incidentID: record.incidentID,
    monitor: { shortID: monitor.shortID, name: monitor.name, projectShortID: monitor.projectShortID },
    reason: record.reason,
    openedAt: writeTime(openedAt),
    closedAt: writeTimeOrNull(closedAt),
    closedBy: record.closedBy,
    duration: Math.max(0, (closedAt ?? now) - openedAt) / 1000,
    runID: record.runID,
    acknowledgedAt: writeTimeOrNull(record.acknowledgedAt),
    acknowledgedBy: record.acknowledgedBy,
    note: record.note,
  };
}
