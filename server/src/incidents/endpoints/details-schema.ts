import { explain } from '@overdue/domain/decision/explanation.ts';
import { RELATIONS } from '@overdue/domain/incidents/relations.ts';
import { statusAt } from '@overdue/domain/monitor-state.ts';
import { z } from 'zod';
import { status, timeOutput } from '../../api/schemas.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { run } from '../../runs/endpoints/run-schema.ts';
import type { IncidentRecord } from '../contract.ts';
import { earlierIncidents, lastReport } from './earlier-incidents.ts';
import { FAILURES_MAX } from './failures.ts';
import { historyEntry } from './history.ts';
import { incidentLog } from './log-schema.ts';
import { nextAlerts } from './next-alerts.ts';
import { COMPARED_MAX } from './related.ts';
import { incident, incidentNote, monitorFields, writeMonitor } from './schema.ts';

export const incidentWithFailures = incident
  .extend({
    monitor: z.object({
      ...monitorFields,
      status,
      explanation: z.string().meta({
        description: 'Why the monitor has its status now and what comes next, in English.',
        example: 'Down since 03:00: the 02:00 run missed its deadline. Recovers on the next success.',
      }),
      timezone: z.string().meta({ description: 'Time zone of the schedule.', example: 'Europe/Riga' }),
      description: z.string().meta({ example: 'Nightly dump of the orders.' }),
      tags: z.array(z.string()).meta({ example: ['prod', 'db'] }),
    }),
    failures: z.array(run).meta({
      description:
        `Runs that failed, oldest first, at most ${FAILURES_MAX}: the failures in a row that led to the incident, then the ` +
        'failures during the incident.',
    }),
    notes: z.array(incidentNote).meta({ description: 'Notes, oldest first.' }),
    log: incidentLog.nullable().meta({
      description: 'The end of the log of the last failed run that sent one; null if none has.',
    }),
    previousLog: incidentLog.nullable().meta({
      description:
        'If `log` is null: the end of the log of the last earlier run that sent one; null if there is none.',
      example: null,
    }),
    lastReport: lastReport.nullable().meta({
      description:
        'The last ping that arrived before the end of the incident; null if it is not among the newest stored events.',
    }),
    earlier: earlierIncidents,
    nextAlerts: nextAlerts.nullable().meta({ description: 'Null for tokens limited to projects.' }),
    history: z.array(historyEntry).meta({
      description:
        'Everything that happened, oldest first: alerts with their outcome, acknowledgements, notes, the end. Tokens limited to ' +
        'projects see no alerts.',
    }),
    openedTogether: z
      .object({
        count: z.int().meta({ description: `Number of incidents, at most ${COMPARED_MAX}.`, example: 82 }),
        isMore: z.boolean().meta({ description: 'Whether there are more.', example: false }),
        from: timeOutput('When the first of them opened.', '2026-11-20T00:58:00.000Z'),
        to: timeOutput('When the last of them opened.', '2026-11-20T01:02:00.000Z'),
      })
      .meta({
        description:
          'Incidents of the team that opened within five minutes before or after this incident, itself included.',
      }),
    related: z
      .array(
        incident.extend({
          relations: z.array(z.enum(RELATIONS)).meta({
            description:
              '`time`: opened within five minutes before or after. `host`: the last pings came from the same address, and both were ' +
              'down at the same time. `tag`: both have a tag in common and were down at the same time.',
            example: ['time', 'tag'],
          }),
          commonTags: z
            .array(z.string())
            .meta({ description: 'Tags that both monitors have.', example: ['prod'] }),
        }),
      )
      .meta({
        description:
          'The incidents of other monitors that have most in common, at most five, one per monitor: those with the relation `host` first, then `tag`, then `time`.',
      }),
  })
  .meta({ id: 'IncidentWithFailures' });

export function writeMonitorOf(record: IncidentRecord, current: MonitorRecord, now: number) {
  return {
    ...writeMonitor(record),
    status: statusAt(current.state, now),
    explanation: explain(current, now),
    timezone: current.rules.schedule.timezone,
    description: current.details.description,
    tags: record.monitor.tags,
  };
}
