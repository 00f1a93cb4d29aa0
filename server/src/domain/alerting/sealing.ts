import { type Alert, parseAlert } from '../alert.ts';
import type { Draft, Entry, Message } from './draft.ts';
import { gather } from './gathering.ts';
import type { Addition, DeliveryItem, NewDelivery, Plan, PlannedRow, Told } from './plan.ts';
import type { Gathering } from './plan-input.ts';

/** How long we retry a message before giving up. */
export const LIFETIME_MS = 24 * 3_600_000;
/** How long a combined message waits for more alerts: monitors of one host go down within seconds of one another. */
const GATHER_WAIT_MS = 5000;

/** Deliveries of one plan, and the key under which each message is sent. */
interface Packed {
  readonly deliveries: NewDelivery[];
  readonly additions: Addition[];
  readonly keys: Map<Message, string>;
}

/** Turns a draft into the plan: packs messages into deliveries, and records the result of each row. */
export function sealDraft(draft: Draft): Plan {
  const packed: Packed = { deliveries: [], additions: [], keys: new Map() };
  const sent = draft.messages.filter(({ replacedBy }) => replacedBy === null);
  for (const messages of Map.groupBy(sent, ({ channel }) => channel.id).values())
    packChannel(draft, packed, messages);
  return {
    rows: draft.input.rows.map((row) => plannedRow(draft, packed, row.id)),
    deliveries: packed.deliveries,
    additions: packed.additions,
    merged: sent.flatMap((message) =>
      message.replacesDelivery === null
        ? []
        : [{ deliveryID: message.replacesDelivery, into: packed.keys.get(message) ?? '' }],
    ),
    incidents: [...draft.timers.values()],
  };
}

/** Combines many messages into one, or adds them to the pending combined message. */
function packChannel(draft: Draft, packed: Packed, messages: readonly Message[]): void {
  const { input, planning } = draft;
  const [first] = messages;
  if (first === undefined) return;
  const gatherable = planning.tracksIncidents(first.channel.type) ? [] : messages.filter(isGatherable);
  const { gathering, before } = gatheringOf(input.gathering.get(first.channel.id));
  const { gatherAbove } = input.team.alerting;
  const recent = input.recentAlarms.get(first.channel.id) ?? 0;
  const isMany = gatherAbove > 0 && recent + gatherable.length > gatherAbove;
  const together = gathering !== undefined || isMany ? gatherable : [];
  const single = together.length > 0 ? messages.filter((message) => !together.includes(message)) : messages;
  for (const message of single) packAlone(draft, packed, message);
  if (together.length === 0) return;
  const texts = together.map(({ text }) => text);
  const alert = gather(before, {
    alerts: texts,
    key: before?.key ?? planning.newKey(),
    baseURL: planning.baseURL,
  });
  for (const message of together) packed.keys.set(message, alert.key);
  const items = together.map(itemOf);
  if (gathering !== undefined) {
    packed.additions.push({ deliveryID: gathering.deliveryID, alert: JSON.stringify(alert), items });
    return;
  }
  packed.deliveries.push(
    delivery(draft, { channelID: first.channel.id, alert, items, dueAt: input.now + GATHER_WAIT_MS }),
  );
}

function packAlone(draft: Draft, packed: Packed, message: Message): void {
  const alert: Alert = { ...message.text, key: draft.planning.newKey() };
  packed.keys.set(message, alert.key);
  const { now } = draft.input;
  packed.deliveries.push(
    delivery(draft, { channelID: message.channel.id, alert, items: [itemOf(message)], dueAt: now }),
  );
}

function delivery(
  { input }: Draft,
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
    expiresAt: input.now + LIFETIME_MS,
    items,
  };
}

function isGatherable({ text }: Message): boolean {
  return text.kind === 'down' || text.kind === 'recovered';
}

function itemOf({ row }: Message): DeliveryItem {
  return {
    outboxID: row.id,
    monitorID: row.incident?.monitorID ?? row.subject?.monitorID ?? null,
    incidentID: row.incident?.id ?? null,
  };
}

/** Parses the pending combined message. If it is damaged, a new combined message is started. */
function gatheringOf(stored: Gathering | undefined): {
  readonly gathering: Gathering | undefined;
  readonly before: Alert | null;
} {
  const before = stored === undefined ? null : parseAlert(stored.alert);
  return { gathering: before === null ? undefined : stored, before };
}

function plannedRow({ rows, input }: Draft, { keys }: Packed, outboxID: number): PlannedRow {
  const row = rows.get(outboxID);
  if (row?.hold != null)
    return { outboxID, outcome: 'held', planAt: row.hold.until, held: row.hold.why, told: [] };
  const told = (row?.entries ?? []).map((entry) => toldOf(entry, keys));
  return { outboxID, outcome: 'planned', planAt: input.now, held: null, told };
}

function toldOf({ channel, name, reason, message }: Entry, keys: ReadonlyMap<Message, string>): Told {
  let last = message;
  while (last?.replacedBy != null) last = last.replacedBy;
  return { channel, name, reason, delivery: last === null ? null : (keys.get(last) ?? null) };
}
