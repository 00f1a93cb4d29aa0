import type { MessageKind } from '@overdue/domain/alerting/alert.ts';
import type { AlertPlan, NewDelivery } from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput, OutboxRow } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { ClaimedDelivery, DeliveryAttempt, NewChannel } from '../../../src/channels/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import { recordOf } from '../../edits.ts';
import { DAY, MINUTE, NOON } from './fixtures.ts';

export async function makeChannel(
  store: Store,
  teamID: string,
  shortID: string,
  more: Partial<NewChannel> = {},
): Promise<number> {
  const created = await store.channels.create({
    teamID,
    shortID,
    type: 'slack',
    name: `#${shortID}`,
    isDefault: true,
    subscriptions: ['down', 'recovered'],
    tags: [],
    minSeverity: 'low',
    members: [],
    settings: 'sealed',
    createdAt: NOON,
    ...more,
  });
  return recordOf(created).id;
}

export const EMPTY_PLAN: AlertPlan = {
  rows: [],
  deliveries: [],
  additions: [],
  replacedAlarms: [],
  incidentTimers: [],
};

export function planned(rows: readonly OutboxRow[]): AlertPlan['rows'] {
  return rows.map(({ id }) => ({ outboxID: id, outcome: 'planned', planAt: 0, held: null, decisions: [] }));
}

/** Returns a message about an outbox row for a channel. The key of the message contains the IDs of the row and the channel. */
export function newDelivery(row: OutboxRow, channelID: number, more: Partial<NewDelivery> = {}): NewDelivery {
  const kinds: Partial<Record<OutboxRow['kind'], MessageKind>> = { down: 'down', failing: 'failing' };
  const { subject, incident } = row;
  return {
    key: `${row.id} to ${channelID}`,
    channelID,
    kind: kinds[row.kind] ?? 'recovered',
    alert: JSON.stringify({ title: row.kind, text: ['Why.'] }),
    dueAt: NOON,
    expiresAt: NOON + DAY,
    items: [
      {
        outboxID: row.id,
        monitorID: incident?.monitorID ?? subject?.monitorID ?? null,
        incidentID: incident?.id ?? null,
      },
    ],
    ...more,
  };
}

/** Plans one message for each due row and channel. Returns the planner's input. */
export async function planDeliveries(
  store: Store,
  channelIDs: readonly number[],
  more: Partial<NewDelivery> = {},
): Promise<readonly OutboxRow[]> {
  const seen: OutboxRow[] = [];
  const write = ({ rows }: AlertPlanInput): AlertPlan => {
    seen.push(...rows);
    const deliveries = rows.flatMap((row) => channelIDs.map((id) => newDelivery(row, id, more)));
    return { ...EMPTY_PLAN, rows: planned(rows), deliveries };
  };
  while ((await store.planDueRows(NOON + 300 * DAY, 100, { plan: write })) > 0);
  return seen;
}

/** Returns the planner's current input without changing anything. */
export async function readPlanInput(store: Store, now: number): Promise<AlertPlanInput | null> {
  let seen: AlertPlanInput | null = null;
  await store.planDueRows(now, 100, {
    plan: (input) => {
      seen = input;
      return EMPTY_PLAN;
    },
  });
  return seen;
}

export function claim(
  store: Store,
  now: number,
  more: Partial<Parameters<Store['claimDeliveries']>[0]> = {},
): Promise<readonly ClaimedDelivery[]> {
  const usual = {
    takesOver: true,
    leaseUntil: now + MINUTE,
    limit: 100,
    perChannel: 100,
    capacity: new Map<number, number>(),
  };
  return store.claimDeliveries({ now, ...usual, ...more });
}

export function ended(delivery: ClaimedDelivery, at: number, more: Partial<DeliveryAttempt> = {}) {
  const { id: deliveryID, channel, leaseUntil } = delivery;
  return {
    deliveryID,
    leaseUntil,
    channelID: channel.id,
    at,
    latencyMs: 7,
    outcome: 'sent' as const,
    status: 200,
    answer: 'OK',
    nextAt: null,
    ...more,
  };
}
