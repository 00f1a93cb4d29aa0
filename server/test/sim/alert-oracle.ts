import type { Alert, AlertItem } from '@overdue/domain/alerting/alert.ts';
import type { DeliveryRecord } from '../../src/alerts/contract.ts';
import type { Store } from '../../src/store/store.ts';
import { listOutbox } from '../store/outbox.ts';
import { type OnCall, PLAIN_TEAM, steadyOf } from './on-call.ts';
import type { ReceivedAlert, Receivers } from './receivers.ts';
import type { SimulatedJob } from './simulated-job.ts';

const ALL = { limit: 1_000_000 };
/** Kinds of messages about transitions. */
const OF_TRANSITIONS: readonly string[] = ['down', 'recovered', 'failing', 'combined'];

/** Data for checking the alerts at the end, when every channel works and no alert is waiting. */
export interface Evidence {
  readonly store: Store;
  readonly teamIDs: readonly string[];
  readonly known: readonly SimulatedJob[];
  readonly receivers: Receivers;
  readonly onCall: OnCall;
}

/** Whether an alert is still to be planned or sent. */
export async function isOutstanding({ store, teamIDs }: Evidence): Promise<boolean> {
  if ((await listOutbox(store, 0, ALL.limit)).some(({ plannedAt }) => plannedAt === null)) return true;
  for (const teamID of teamIDs)
    if ((await store.listDeliveries(teamID, { state: 'waiting', limit: 1 })).length > 0) return true;
  return false;
}

/** Compares the received alerts with the transitions and with the service's own records. */
export async function findAlertContradictions(evidence: Evidence): Promise<AlertFindings> {
  const { store, teamIDs, receivers, onCall } = evidence;
  const found: string[] = [];
  if (await isOutstanding(evidence)) found.push('An alert still waits to be planned or sent at the end.');
  const byTeam = await Promise.all(teamIDs.map((teamID) => store.listDeliveries(teamID, ALL)));
  const deliveries = new Map(byTeam.flat().map((delivery) => [delivery.key, delivery]));
  const first = firstArrivals(receivers.accepted);
  const check: Check = { ...evidence, deliveries, first, say: (finding) => void found.push(finding) };
  checkEnds(check);
  const promised = await checkPromises(check);
  checkNoneInvented(check, promised);
  checkDuplicates(check);
  await checkOrder(check);
  await checkPlainTeam(check);
  await checkServiceAlerts(check);
  for (const { alert } of receivers.accepted) {
    if (alert.kind !== 'reminder' && alert.kind !== 'escalation') continue;
    const acknowledgedAt = onCall.acknowledged.get(alert.items[0]?.incident?.id ?? '');
    if (acknowledgedAt !== undefined && alert.at > acknowledgedAt)
      found.push(`The ${alert.kind} ${alert.key} arrived after the incident was acknowledged.`);
  }
  for (const { alert } of first.values()) {
    if (alert.kind !== 'reminder' && alert.kind !== 'escalation') continue;
    const snoozes = onCall.snoozed.get(alert.items[0]?.incident?.id ?? '') ?? [];
    if (snoozes.some(({ at, until }) => at < alert.at && alert.at < until))
      found.push(`The ${alert.kind} ${alert.key} arrived while the incident was snoozed.`);
  }
  const states = [...deliveries.values()].map(({ state }) => state);
  const count = (state: string) => states.filter((candidate) => candidate === state).length;
  return {
    contradictions: found,
    counts: {
      sent: count('sent'),
      failed: count('failed'),
      merged: count('merged'),
      combined: [...first.values()].filter(({ alert }) => alert.kind === 'combined').length,
      forBoth: [...first.values()].filter(({ alert }) => alert.includesLostAlarm).length,
      twice: receivers.accepted.length - first.size,
      incidentsSnoozed: onCall.snoozed.size,
      incidentsAcknowledged: onCall.acknowledged.size,
    },
  };
}

interface AlertFindings {
  readonly contradictions: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface Check extends Evidence {
  /** Deliveries by key. */
  readonly deliveries: ReadonlyMap<string, DeliveryRecord>;
  /** First message of each key. Later messages with the same key are repetitions. */
  readonly first: ReadonlyMap<string, ReceivedAlert>;
  readonly say: (finding: string) => void;
}

function firstArrivals(accepted: readonly ReceivedAlert[]): ReadonlyMap<string, ReceivedAlert> {
  const first = new Map<string, ReceivedAlert>();
  for (const delivery of accepted)
    if (!first.has(delivery.alert.key)) first.set(delivery.alert.key, delivery);
  return first;
}

/**
 * Checks the final states: sent deliveries have arrived, failed ones were refused, and merged ones are covered by a
 * sent delivery.
 */
function checkEnds({ deliveries, first, receivers, say }: Check): void {
  for (const { key, state, channel, mergedInto } of deliveries.values()) {
    if (state === 'sent' && first.get(key)?.channel !== channel.shortID)
      say(`${key} is marked as sent, but did not arrive`);
    if (state === 'failed' && !receivers.refused.has(key))
      say(`${key} is marked as failed, but its channel refused no message`);
    if (state === 'merged' && deliveries.get(mergedInto ?? '')?.channel.shortID !== channel.shortID)
      say(`${key} is merged into ${mergedInto}, which is not for its channel`);
  }
}

/** Follows merged deliveries to the last delivery. */
function lastOf({ deliveries }: Check, key: string): DeliveryRecord | undefined {
  let delivery = deliveries.get(key);
  for (let steps = 0; delivery?.mergedInto != null && steps < 100; steps += 1)
    delivery = deliveries.get(delivery.mergedInto);
  return delivery;
}

/**
 * Checks the recorded channels and reasons of each transition, and that each of these channels got the alert. Returns
 * `key shortID` of each alert.
 */
async function checkPromises(check: Check): Promise<ReadonlySet<string>> {
  const promised = new Set<string>();
  for (const { record, isDeleted } of check.known) {
    if (isDeleted) continue;
    const { id, shortID } = record;
    for (const { id: transition, from, to } of await check.store.listTransitions(id, ALL)) {
      const say = (finding: string) =>
        check.say(`Transition ${transition} (${from}>${to}) of ${shortID}: ${finding}`);
      const [report] = await check.store.listAlertReports(id, { transitionID: transition });
      const needsAlert = from === 'down' || to === 'down' || (from !== 'paused' && to === 'failing');
      if (report?.state !== 'planned' || (needsAlert && report.decisions.length === 0))
        say('no planned alert report with a decision');
      for (const { reason, delivery, channel } of report?.decisions ?? []) {
        if (reason === '') say(`${channel} has no reason`);
        if (delivery === null) continue;
        const last = lastOf(check, delivery);
        for (const key of [delivery, last?.key]) promised.add(`${key} ${shortID}`);
        if (last?.channel.shortID !== channel) say(`${delivery} is not for ${channel}`);
        if (last === undefined || last.state !== 'sent') continue;
        const alert = check.first.get(last.key)?.alert;
        if (alert === undefined || !isAbout(alert, shortID)) say(`${last.key} does not list the monitor`);
      }
    }
  }
  return promised;
}

function isAbout({ items, unlistedCount }: Alert, shortID: string): boolean {
  return unlistedCount > 0 || items.some(({ monitor }) => monitor.shortID === shortID);
}

/** Checks that every alert belongs to a transition. */
function checkNoneInvented({ known, receivers, say }: Check, promised: ReadonlySet<string>): void {
  const alive = new Set(known.filter(({ isDeleted }) => !isDeleted).map(({ record }) => record.shortID));
  for (const { alert } of receivers.accepted) {
    if (!OF_TRANSITIONS.includes(alert.kind)) continue;
    for (const { monitor } of alert.items)
      if (alive.has(monitor.shortID) && !promised.has(`${alert.key} ${monitor.shortID}`))
        say(`${alert.kind} ${alert.key} lists ${monitor.shortID}, but no transition planned this`);
  }
}

/** Checks that no alert was sent under two keys. */
function checkDuplicates({ first, say }: Check): void {
  const keys = new Map<string, string>();
  for (const { channel, alert } of first.values()) {
    if (!OF_TRANSITIONS.includes(alert.kind)) continue;
    for (const { event, incident } of alert.items) {
      if (incident === null) continue;
      const place = `${event} ${incident.id} to ${channel}`;
      if (keys.has(place)) say(`${place} has the keys ${keys.get(place)} and ${alert.key}`);
      keys.set(place, alert.key);
    }
  }
}

/** Checks that each channel got the alerts of a monitor in the order of their transitions. */
async function checkOrder({ store, teamIDs, first, onCall, say }: Check): Promise<void> {
  const numbers = new Map<string, number>();
  for (const teamID of teamIDs)
    for (const { id, incidentID } of await store.listIncidents(teamID, ALL)) numbers.set(incidentID, id);
  const last = new Map<string, number>();
  for (const { channel, alert } of first.values()) {
    if (onCall.resent.has(alert.key)) continue;
    for (const item of alert.items) {
      const number = numbers.get(item.incident?.id ?? '');
      if (number === undefined) continue;
      const place = 2 * number + (item.event === 'recovered' ? 1 : 0);
      const line = `${item.monitor.shortID} to ${channel}`;
      if (place < (last.get(line) ?? 0))
        say(`${alert.kind} ${alert.key} of ${line} arrived after a later alert`);
      last.set(line, Math.max(place, last.get(line) ?? 0));
    }
  }
}

/**
 * Checks a team without grouping or delays: a channel that always works gets an alert for each transition, and no
 * other.
 */
async function checkPlainTeam({ store, known, first, say }: Check): Promise<void> {
  const unalerted = await listEndedInSnooze(store, PLAIN_TEAM);
  // The end of a snooze sends a reminder even if reminders are off.
  const heard = [...first.values()].filter(
    ({ channel, alert }) => channel === steadyOf(PLAIN_TEAM) && alert.kind !== 'reminder',
  );
  for (const { record, isDeleted } of known) {
    if (record.teamID !== PLAIN_TEAM || isDeleted) continue;
    const { id, shortID } = record;
    const received = heard.flatMap(({ alert }) =>
      alert.items.filter(({ monitor }) => monitor.shortID === shortID).flatMap((item) => words(item, alert)),
    );
    const transitions = (await store.listTransitions(id, ALL)).toReversed();
    const happened = transitions.flatMap(({ id: transition, from, to }) => {
      if (unalerted.has(transition)) return [];
      if (from !== 'paused' && (to === 'down' || to === 'failing')) return [to];
      return from === 'down' && to !== 'down' ? ['recovered'] : [];
    });
    if (received.join(' ') !== happened.join(' '))
      say(`${shortID} has alerts ${received.join(' ')} for transitions ${happened.join(' ')}`);
  }
}

/**
 * Lists the transitions of incidents that somebody snoozed before their alarm was planned, and that ended before it was sent. Such
 * an incident causes neither an alarm nor a recovery.
 */
async function listEndedInSnooze(store: Store, teamID: string): Promise<ReadonlySet<number>> {
  const snoozed = (await store.listIncidents(teamID, ALL)).filter(
    ({ snoozes, closedAt }) => snoozes.length > 0 && closedAt !== null,
  );
  const rows = Map.groupBy(await listOutbox(store, 0, ALL.limit), ({ incidentID }) => incidentID);
  const ended = new Set<number>();
  for (const { id } of snoozed) {
    const own = rows.get(id) ?? [];
    const alarm = own.find(({ kind }) => kind === 'down');
    if (alarm?.monitorID == null || alarm.transitionID === null) continue;
    const [report] = await store.listAlertReports(alarm.monitorID, { transitionID: alarm.transitionID });
    if (report === undefined || report.decisions.some(({ delivery }) => delivery !== null)) continue;
    for (const { transitionID } of own) if (transitionID !== null) ended.add(transitionID);
  }
  return ended;
}

function words({ event }: AlertItem, { includesLostAlarm }: Alert): readonly string[] {
  return includesLostAlarm ? ['down', event] : [event];
}

/**
 * Checks that a working channel gets each service alert exactly once. A message about single monitors that a blind window affected
 * covers several rows, or none if the runs were reported in the meantime.
 */
async function checkServiceAlerts({ store, teamIDs, first, say }: Check): Promise<void> {
  const outbox = await listOutbox(store, 0, ALL.limit);
  for (const teamID of teamIDs) {
    for (const kind of ['blind_window', 'channel_disabled'] as const) {
      const rows = outbox.filter((row) => row.teamID === teamID && row.kind === kind);
      const written = rows.filter(({ monitorID }) => monitorID === null).length;
      const arrived = [...first.values()].filter(
        ({ channel, alert }) => channel === steadyOf(teamID) && alert.kind === kind,
      ).length;
      if (arrived < written || arrived > rows.length)
        say(`${teamID} has ${written} to ${rows.length} alerts of kind ${kind}, and ${arrived} arrived`);
    }
  }
}
