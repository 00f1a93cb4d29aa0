import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { AlertPlan, PlannedRow } from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { DOWN } from '../../notify/sample-alerts.ts';
import { type API, HOUR, NOW } from '../api.ts';

export interface DeliveryFields {
  readonly key: string;
  readonly channelShortID: string;
  readonly alert?: Partial<Alert>;
}

/** Plans the due alerts of the team Acme, each with one delivery. */
export async function planDelivery(
  api: API,
  { key, channelShortID, alert = {} }: DeliveryFields,
): Promise<void> {
  await plan(api, (input) => {
    const channel = input.channels.find(({ shortID }) => shortID === channelShortID);
    if (channel === undefined) throw new Error(`There is no channel ${channelShortID}.`);
    const decisions = [
      { channel: channelShortID, name: channel.name, delivery: key, reason: 'A default channel.' },
    ];
    return {
      rows: input.rows.map(({ id }) => ({
        outboxID: id,
        outcome: 'planned',
        planAt: NOW,
        held: null,
        decisions,
      })),
      deliveries: [
        {
          key,
          channelID: channel.id,
          kind: 'down',
          alert: JSON.stringify({ ...DOWN, key, ...alert }),
          dueAt: NOW,
          expiresAt: NOW + 24 * HOUR,
          items: input.rows.map(({ id, subject, incident }) => ({
            outboxID: id,
            monitorID: subject?.monitorID ?? null,
            incidentID: incident?.id ?? null,
          })),
        },
      ],
    };
  });
}

/** Plans all due rows of the outbox with the given outcome. */
export async function planRows(
  api: API,
  outcome: Pick<PlannedRow, 'outcome' | 'planAt' | 'held' | 'decisions'>,
): Promise<void> {
  await plan(api, ({ rows }) => ({ rows: rows.map(({ id }) => ({ outboxID: id, ...outcome })) }));
}

async function plan(
  { store, clock }: API,
  write: (input: AlertPlanInput) => Partial<AlertPlan>,
): Promise<void> {
  const looked = await store.planDueRows(clock.time, 100, {
    plan: (input) => ({
      rows: [],
      deliveries: [],
      additions: [],
      replacedAlarms: [],
      incidentTimers: [],
      ...write(input),
    }),
  });
  if (looked === 0) throw new Error('There is nothing to tell.');
}
