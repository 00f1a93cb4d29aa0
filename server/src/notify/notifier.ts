import type { Planning } from '../domain/alerting/draft.ts';
import type { Plan } from '../domain/alerting/plan.ts';
import type { PlanInput } from '../domain/alerting/plan-input.ts';
import { planAlerts } from '../domain/alerting/planning.ts';
import type { Bell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { createLoop, logOutages } from '../runtime/loop.ts';
import type { NotifyStore } from '../store/alerts/contract.ts';
import type { Deliverer } from './deliverer.ts';

/** Outbox rows, reminders and escalations dealt with in one transaction at most: so few that no ping waits long behind them. */
const CHUNK = 100;
/** Between two chunks, while there are verdicts to make. */
const GIVE_WAY_MS = 1000;
/** Another node may have written what this one was not told of. */
const LOOK_EVERY_MS = 1000;
const RETRY_MS = 1000;
const NOBODY_TOLD = 'A channel was switched off, and nobody of its team could be told.';

const SET_ASIDE =
  'An alert could not be read or planned, so it was set aside. "overdue-server check" lists such alerts, and "overdue-server retry-alerts" tries them again.';

export interface Notifier {
  start(): void;
  /** Begins nothing more, and resolves when the attempts under way are saved. */
  stop(): Promise<void>;
}

/**
 * Turns outbox rows into deliveries and sees to it that these are sent: raises what is due by time, plans, claims, and sleeps
 * until the next of it is due. All it knows is in the store, so that it goes on where a crash has left it.
 */
export function createNotifier(options: {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Rung when there may be an alert to send. */
  readonly bell: Bell;
  readonly planning: Planning;
  readonly deliverer: Deliverer;
  /** Whether verdicts are waiting to be made: they go first, since an alert is about one. */
  readonly isBusy: () => boolean;
}): Notifier {
  const { store, clock, log, bell, planning, deliverer } = options;
  const loop = createLoop({
    clock,
    bell,
    round,
    retryMs: RETRY_MS,
    report: logOutages(log, 'Alerts could not be dealt with; they are tried again.'),
  });

  async function round(): Promise<number> {
    const raised = await store.raiseTimers(clock.now(), CHUNK);
    const planned = await store.planAlerts(clock.now(), CHUNK, plan);
    const begun = loop.isStopped() ? 0 : await deliverer.begin();
    if (raised + planned + begun === 0) return bell.hasRung() ? 0 : idleMs();
    if (options.isBusy()) await loop.pause(GIVE_WAY_MS);
    return 0;
  }

  const plan = Object.assign(planFor, {
    onSetAside({ outboxID, error }: { readonly outboxID: number; readonly error: unknown }) {
      log.error({ err: error, outbox: outboxID }, SET_ASIDE);
    },
  });

  function planFor(input: PlanInput): Plan {
    const made = planAlerts(input, planning);
    for (const { id } of input.rows.filter(({ kind }) => kind === 'channel_disabled')) {
      const row = made.rows.find(({ outboxID }) => outboxID === id);
      if (row?.outcome === 'planned' && row.told.every(({ delivery }) => delivery === null))
        log.warn({ team: input.team.id, why: row.told.at(-1)?.reason }, NOBODY_TOLD);
    }
    return made;
  }

  async function idleMs(): Promise<number> {
    const now = clock.now();
    const probeAt = deliverer.nextProbeAt() ?? Number.POSITIVE_INFINITY;
    const nextAt = (await store.nextAlertAt()) ?? Number.POSITIVE_INFINITY;
    // What is due and was not begun waits for room, which somebody says, or for a sick channel.
    const dueAt = nextAt <= now ? probeAt : Math.min(nextAt, probeAt);
    return Math.max(0, Math.min(dueAt - now, LOOK_EVERY_MS));
  }

  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await deliverer.settle();
    },
  };
}
