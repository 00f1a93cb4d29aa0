import {
  MONITOR_ALERTING_DEFAULT,
  PROJECT_ALERTING_DEFAULT,
  TEAM_ALERTING_DEFAULT,
  type TeamAlerting,
} from '@overdue/domain/alerting/alert-settings.ts';
import type { SubscriptionKind } from '@overdue/domain/alerting/subscriptions.ts';
import { findDefaultProject } from '../../src/projects/contract.ts';
import type { Store } from '../../src/store/store.ts';
import { createEdit } from '../edits.ts';
import type { FakeClock, SeededRandom } from '../fake-clock.ts';
import { newChannel } from '../store/suite/channels.ts';
import { RECEIVER_BEHAVIORS, type Receivers } from './receivers.ts';

const SECOND = 1000;
const LIST = 1_000_000;
const DAY_MS = 86_400_000;

/** Returns the channel of a team that gets every alert and always works. The oracle counts its alerts. */
export const steadyOf = (teamID: string) => `${teamID}-steady`;

/** A team without grouping or delays. Each alert is sent in a separate message. */
export const PLAIN_TEAM = 'team-blue';

const QUIET: TeamAlerting = { ...TEAM_ALERTING_DEFAULT, combineAbove: 0, flapAbove: 0 };
const ALERTING: Readonly<Record<string, TeamAlerting>> = {
  'team-red': { ...QUIET, combineAbove: 2 },
  'team-green': { ...QUIET, flapAbove: 4, flapQuietMs: 45 * SECOND, combineAbove: 4 },
  [PLAIN_TEAM]: QUIET,
};

const EVERYTHING: readonly SubscriptionKind[] = ['down', 'recovered', 'reminder', 'failing', 'blind_window'];

/** Sets the channels and alert settings of a team. */
export async function setUpTeam(store: Store, { id: teamID }: { readonly id: string }): Promise<void> {
  await store.changeTeam(teamID, createEdit({ alerting: ALERTING[teamID] ?? QUIET }));
  for (const [name, type, isDefault] of CHANNELS)
    await store.channels.create(
      newChannel(name, {
        teamID,
        shortID: `${teamID}-${name}`,
        type,
        isDefault,
        subscriptions: EVERYTHING,
        tags: [],
      }),
    );
  if (teamID === PLAIN_TEAM) return;
  const steps = [{ afterMs: 20 * SECOND, channels: [`${teamID}-boss`], onCall: [] }];
  await store.escalations.create({
    teamID,
    shortID: `${teamID}-policy`,
    name: 'policy',
    steps,
    createdAt: 0,
  });
  const { shortID } = await findDefaultProject(store, teamID);
  await store.projects.change(
    teamID,
    shortID,
    createEdit({
      alerting: { ...PROJECT_ALERTING_DEFAULT, remindEveryMs: 70 * SECOND, escalation: `${teamID}-policy` },
    }),
  );
}

const CHANNELS = [
  ['steady', 'webhook', true],
  ['moody', 'webhook', true],
  ['pager', 'pager', true],
  ['boss', 'webhook', false],
] as const;

/** Simulates how people and channels react to alerts. */
export interface OnCall {
  /** Performs a random action. */
  act(store: Store, teamID: string, luck: SeededRandom): Promise<void>;
  /** Ends all actions that hold back alerts. */
  relent(store: Store, teamIDs: readonly string[]): Promise<void>;
  /** Times of acknowledgement, by incident ID. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Snoozes by incident ID. */
  readonly snoozed: ReadonlyMap<string, readonly { readonly at: number; readonly until: number }[]>;
  /** Keys of deliveries that were sent again by hand. Their order is not checked. */
  readonly resent: ReadonlySet<string>;
}

export function createOnCall(clock: FakeClock, receivers: Receivers): OnCall {
  const acknowledged = new Map<string, number>();
  const resent = new Set<string>();
  const snoozed = new Map<string, { at: number; until: number }[]>();
  let windows = 0;

  function turnChannel(teamID: string, random: SeededRandom): void {
    const names = CHANNELS.map(([name]) => name).filter((name) => name !== 'steady');
    receivers.setBehavior(`${teamID}-${random.pick(names)}`, random.pick(RECEIVER_BEHAVIORS));
  }

  async function switchOn(store: Store, teamID: string): Promise<void> {
    for (const { shortID, disabled } of await store.channels.list(teamID))
      if (disabled !== null)
        await store.channels.change(teamID, shortID, createEdit({ disabled: null, disabledAt: null }));
  }

  async function acknowledge(store: Store, teamID: string, random: SeededRandom): Promise<void> {
    const open = await store.listIncidents(teamID, { state: 'open', limit: LIST });
    if (open.length === 0) return;
    const incident = random.pick(open);
    const at = clock.now();
    if (await store.changeIncident(incident, { kind: 'acknowledge', at, by: 'somebody', note: '' }))
      acknowledged.set(incident.incidentID, at);
  }

  /** Snoozes an incident, or ends its snooze. */
  async function snooze(store: Store, teamID: string, random: SeededRandom): Promise<void> {
    const open = await store.listIncidents(teamID, { state: 'open', limit: LIST });
    if (open.length === 0) return;
    const incident = random.pick(open);
    const at = clock.now();
    const until = at + random.between(10, 120) * SECOND;
    const own = snoozed.get(incident.incidentID) ?? [];
    const last = own.at(-1);
    if (random.chance(0.7)) {
      if (!(await store.changeIncident(incident, { kind: 'snooze', at, until, by: 'somebody' }))) return;
      if (last !== undefined) last.until = Math.min(last.until, at);
      snoozed.set(incident.incidentID, [...own, { at, until }]);
    } else if (await store.changeIncident(incident, { kind: 'unsnooze', at, by: 'somebody' })) {
      if (last !== undefined) last.until = Math.min(last.until, at);
    }
  }

  async function sendAgain(store: Store, teamID: string, random: SeededRandom): Promise<void> {
    const done = (await store.listDeliveries(teamID, { limit: 50 })).filter(
      ({ state }) => state !== 'waiting',
    );
    if (done.length === 0) return;
    const { id, key } = random.pick(done);
    // The delivery counts as sent again even if the response is lost.
    resent.add(key);
    await store.makeAlertsDue({ deliveryID: id, expiresAt: clock.now() + DAY_MS }, clock.now());
  }

  async function maintain(store: Store, teamID: string, random: SeededRandom): Promise<void> {
    windows += 1;
    const from = clock.now();
    const times = { type: 'once', from, to: from + random.between(5, 60) * SECOND } as const;
    const scope = { monitors: [], tags: [], projects: [] };
    await store.maintenance.create({
      teamID,
      shortID: `w${windows}`,
      name: 'work',
      scope,
      times,
      createdAt: from,
    });
  }

  return {
    acknowledged,
    snoozed,
    resent,
    async act(store, teamID, random) {
      const luck = random.fraction();
      try {
        if (luck < 0.45) turnChannel(teamID, random);
        else if (luck < 0.55) await switchOn(store, teamID);
        else if (luck < 0.68) await snooze(store, teamID, random);
        else if (luck < 0.8) await acknowledge(store, teamID, random);
        else if (luck < 0.9 || teamID === PLAIN_TEAM) await sendAgain(store, teamID, random);
        else await maintain(store, teamID, random);
      } catch {
        // The request fails if the database is away.
      }
    },
    async relent(store, teamIDs) {
      receivers.heal();
      for (const teamID of teamIDs) {
        await switchOn(store, teamID);
        for (const { shortID } of await store.maintenance.list(teamID))
          await store.maintenance.delete(teamID, shortID);
        for (const { id } of await store.channels.list(teamID))
          await store.makeAlertsDue({ channelID: id }, clock.now());
      }
    },
  };
}

/** Mutes a monitor for a while. */
export function mutedFor(now: number, random: SeededRandom) {
  return { ...MONITOR_ALERTING_DEFAULT, mutedUntil: now + random.between(5, 90) * SECOND };
}
