import { type Alert, parseAlert } from './alert.ts';
import type {
  AlertPlan,
  ChannelDecision,
  CombinedMessageAddition,
  DeliveryItem,
  NewDelivery,
  PlannedRow,
} from './alert-plan.ts';
import type { ChannelEntry, PlanDraft, PlannedMessage } from './alert-plan-draft.ts';
import type { CombinedMessage } from './alert-plan-input.ts';
import { combineAlerts } from './combining.ts';
import { isMemberChannel } from './direct-recipient.ts';

/** How long we retry a message before giving up. */
export const DELIVERY_LIFETIME_MS = 24 * 3_600_000;
/** How long a combined message waits for more alerts. Monitors of one host usually go down within seconds of each other. */
const COMBINE_WAIT_MS = 5000;

/** Deliveries of one plan, and the key of the delivery that carries each message. */
interface Packed {
  readonly deliveries: NewDelivery[];
  readonly additions: CombinedMessageAddition[];
  readonly keys: Map<PlannedMessage, string>;
}

/** Turns a draft into the plan: packs messages into deliveries, and records the result of each row. */
export function finishPlan(draft: PlanDraft): AlertPlan {
  const packed: Packed = { deliveries: [], additions: [], keys: new Map() };
  const sent = draft.messages.filter(({ replacedBy }) => replacedBy === null);
  for (const messages of Map.groupBy(sent, ({ channel }) => channel.id).values())
    packChannel(draft, packed, messages);
  return {
    rows: draft.input.rows.map((row) => plannedRow(draft, packed, row.id)),
    deliveries: packed.deliveries,
    additions: packed.additions,
    replacedAlarms: sent.flatMap((message) =>
      message.replacesDelivery === null
        ? []
        : [{ deliveryID: message.replacesDelivery, into: packed.keys.get(message) ?? '' }],
    ),
    incidentTimers: [...draft.timers.values()],
  };
}

/** Combines many messages into one, or adds them to the pending combined message. */
function packChannel(draft: PlanDraft, packed: Packed, messages: readonly PlannedMessage[]): void {
  const { input, context } = draft;
  const [first] = messages;
  if (first === undefined) return;
  // A message to a member names its recipient, so messages to several members can't be combined.
  const isSingle = isMemberChannel(first.channel.id) || context.tracksIncidents(first.channel.type);
  const combinable = isSingle ? [] : messages.filter(isCombinable);
  const { combined, before } = parseCombined(input.combinedMessages.get(first.channel.id));
  const { combineAbove } = input.team.alerting;
  const recent = input.recentAlarms.get(first.channel.id) ?? 0;
  const isMany = combineAbove > 0 && recent + combinable.length > combineAbove;
  const together = combined !== undefined || isMany ? combinable : [];
  const single = together.length > 0 ? messages.filter((message) => !together.includes(message)) : messages;
  for (const message of single) packAlone(draft, packed, message);
  if (together.length === 0) return;
  const texts = together.map(({ alert }) => alert);
  const alert = combineAlerts(before, {
    alerts: texts,
    key: before?.key ?? context.newKey(),
    baseURL: context.baseURL,
  });
  for (const message of together) packed.keys.set(message, alert.key);
  const items = together.map(itemOf);
  if (combined !== undefined) {
    packed.additions.push({ deliveryID: combined.deliveryID, alert: JSON.stringify(alert), items });
    return;
  }
  packed.deliveries.push(
    delivery(draft, { channelID: first.channel.id, alert, items, dueAt: input.now + COMBINE_WAIT_MS }),
  );
}

function packAlone(draft: PlanDraft, packed: Packed, message: PlannedMessage): void {
  const alert: Alert = { ...message.alert, key: draft.context.newKey() };
  packed.keys.set(message, alert.key);
  const { now } = draft.input;
  packed.deliveries.push(
    delivery(draft, { channelID: message.channel.id, alert, items: [itemOf(message)], dueAt: now }),
  );
}

function delivery(
  { input }: PlanDraft,
  {
    channelID,
    alert,
    items,
    dueAt,
  }: {
    readonly channelID: number;
    readonly alert: Alert;
    readonly items: readonly DeliveryItem[];
    readonly dueAt: number;
  },
): NewDelivery {
  const { key, kind } = alert;
  return {
    key,
    channelID,
    kind,
    alert: JSON.stringify(alert),
    dueAt,
    expiresAt: input.now + DELIVERY_LIFETIME_MS,
    items,
  };
}

function isCombinable({ alert }: PlannedMessage): boolean {
  return alert.kind === 'down' || alert.kind === 'recovered';
}

function itemOf({ row }: PlannedMessage): DeliveryItem {
  return {
    outboxID: row.id,
    monitorID: row.incident?.monitorID ?? row.subject?.monitorID ?? null,
    incidentID: row.incident?.id ?? null,
  };
}

/** Parses the pending combined message. If it is damaged, a new combined message is started. */
function parseCombined(stored: CombinedMessage | undefined): {
  readonly combined: CombinedMessage | undefined;
  readonly before: Alert | null;
} {
  const before = stored === undefined ? null : parseAlert(stored.alert);
  return { combined: before === null ? undefined : stored, before };
}

function plannedRow({ rows, input }: PlanDraft, { keys }: Packed, outboxID: number): PlannedRow {
  const row = rows.get(outboxID);
  if (row?.hold != null) {
    const { until, ...held } = row.hold;
    return { outboxID, outcome: 'held', planAt: until, held, decisions: [] };
  }
  const decisions = (row?.entries ?? []).map((entry) => decisionOf(entry, keys));
  return { outboxID, outcome: 'planned', planAt: input.now, held: null, decisions };
}

function decisionOf(
  { channel, name, reason, message }: ChannelEntry,
  keys: ReadonlyMap<PlannedMessage, string>,
): ChannelDecision {
  let last = message;
  while (last?.replacedBy != null) last = last.replacedBy;
  return { channel, name, reason, delivery: last === null ? null : (keys.get(last) ?? null) };
}
