import { OUTBOX_KINDS } from '@overdue/domain/alerting/alert.ts';
import {
  HISTORY_KINDS,
  type HistoryEntry,
  incidentHistory,
  type SentMessage,
} from '@overdue/domain/alerting/incident-history.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { z } from 'zod';
import { DELIVERY_STATES, type DeliveryRecord, type DeliveryStore } from '../../alerts/contract.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { IncidentNote, IncidentRecord } from '../contract.ts';

/** Maximum messages in the history of an incident. */
export const MESSAGES_MAX = 100;
/** Maximum messages whose last attempt is read to say why it failed. */
export const PROBLEMS_MAX = 10;

export const historyEntry = z
  .object({
    at: timeOutput('Time of the step.', '2026-11-20T01:00:00.214Z'),
    kind: z.enum(HISTORY_KINDS).meta({
      description:
        '`opened` · `alerted`: a message to a channel · `not_alerted` · `held`: alerts are postponed · `acknowledged` · `taken_over`: another ' +
        'member acknowledged instead of `from` · `unacknowledged`: the acknowledgement was taken back · `snoozed` · `unsnoozed` · ' +
        '`noted` · `healed`: the report of the missed run came late · `recovered`, `paused` or `deleted`: why the incident ended.',
      example: 'alerted',
    }),
    name: z.string().nullable().meta({
      description: 'Name of the member or the channel; null if the step has none.',
      example: 'On-call',
    }),
    text: z.string().nullable().meta({
      description: 'The note, the reason, or why a message could not be sent; null if there is none.',
      example: null,
    }),
    message: z
      .object({
        kind: z.enum(OUTBOX_KINDS).meta({ description: 'Kind of alert.', example: 'down' }),
        channel: z.string().meta({
          description: '`shortID` of the channel; empty for a message mailed directly to a member.',
          example: 'c5t8n2xw4q',
        }),
        delivery: z.string().meta({
          description: '`key` of the delivery.',
          example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
        }),
        state: z.enum(DELIVERY_STATES).meta({ example: 'sent' }),
        attempts: z.int().meta({ description: 'Number of attempts.', example: 1 }),
        nextAttemptAt: timeOutput('Time of the next attempt; null unless waiting.')
          .nullable()
          .meta({ example: null }),
      })
      .nullable()
      .meta({ description: 'The message; null unless `alerted`.' }),
    until: timeOutput('End of the snooze; null unless `snoozed`.').nullable().meta({ example: null }),
    from: z.string().nullable().meta({
      description: 'Name of the member whose acknowledgement was taken over; null unless `taken_over`.',
      example: null,
    }),
  })
  .meta({ id: 'IncidentStep' });

interface IncidentDetails {
  readonly record: IncidentRecord;
  readonly failures: readonly Run[];
  readonly notes: readonly IncidentNote[];
}

/** Reads the history of an incident. Callers limited to projects get no alerts, because channels belong to the whole team. */
export async function readHistory(
  { record, failures, notes }: IncidentDetails,
  { store }: { readonly store: DeliveryStore },
  { showsAlerts }: { readonly showsAlerts: boolean },
): Promise<readonly HistoryEntry[]> {
  const { id, teamID, monitorID, incidentID, runSeq } = record;
  const alerts = showsAlerts ? await store.listAlertReports(monitorID, { incidentID: id }) : [];
  const deliveries = showsAlerts
    ? await store.listDeliveries(teamID, { incidentID, limit: MESSAGES_MAX })
    : [];
  return incidentHistory({
    incident: record,
    openedBy: failures.find(({ seq }) => seq === runSeq) ?? null,
    notes,
    alerts,
    messages: await withProblems(deliveries, store),
  });
}

async function withProblems(
  deliveries: readonly DeliveryRecord[],
  store: DeliveryStore,
): Promise<readonly SentMessage[]> {
  const unsent = deliveries
    .filter(({ state, attempts }) => state === 'failed' || (state === 'waiting' && attempts > 0))
    .slice(0, PROBLEMS_MAX);
  const problems = await Promise.all(
    unsent.map(async ({ id }) => {
      const [last] = await store.listAttempts(id, 1);
      return [id, last === undefined || last.outcome === 'sent' ? '' : last.answer] as const;
    }),
  );
  const problemOf = new Map(problems);
  return deliveries.map((delivery) => ({ ...delivery, problem: problemOf.get(delivery.id) ?? '' }));
}

export function writeHistoryEntry({ at, message, until, ...entry }: HistoryEntry) {
  return {
    at: writeTime(at),
    ...entry,
    message: message === null ? null : { ...message, nextAttemptAt: writeTimeOrNull(message.nextAttemptAt) },
    until: writeTimeOrNull(until),
  };
}
