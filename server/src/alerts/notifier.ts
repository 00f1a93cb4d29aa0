import type { AlertPlan } from '@overdue/domain/alerting/alert-plan.ts';
import type { PlanningContext } from '@overdue/domain/alerting/alert-plan-draft.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { planAlerts } from '@overdue/domain/alerting/plan-alerts.ts';
import type { Bell } from '../platform/runtime/bell.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import type { NotifyStore } from './contract.ts';
import type { Deliverer } from './deliverer.ts';

/** Maximum outbox rows, reminders and escalations per transaction, so that pings don't wait long. */
const CHUNK = 100;
/** How long to pause between chunks while verdicts are pending. */
const GIVE_WAY_MS = 1000;
/** Interval of checks for rows that another node wrote without waking this node. */
const CHECK_EVERY_MS = 1000;
const RETRY_MS = 1000;
const NOBODY_ALERTED = 'A channel was disabled, and no one in its team could be alerted.';

const SET_ASIDE =
  'An alert could not be read or planned, so it was set aside. "overdue-server check" lists such alerts, and "overdue-server retry-alerts" tries them again.';

export interface Notifier {
  start(): void;
  /** Starts no further work, and resolves once the attempts in progress are saved. */
  stop(): Promise<void>;
}

interface NotifierOptions {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly bell: Bell;
  readonly planning: PlanningContext;
  readonly deliverer: Deliverer;
  /** Whether verdicts are pending. Verdicts take precedence, because they cause the alerts. */
  readonly hasPendingVerdicts: () => boolean;
}

/** Plans outbox rows, raises reminders and escalations, and starts deliveries. All state is in the store. */
export function createNotifier(options: NotifierOptions): Notifier {
  const { store, clock, log, bell, planning, deliverer } = options;
  const loop = createLoop({
    clock,
    bell,
    round,
    retryMs: RETRY_MS,
    observer: logOutages(log, clock, 'Alerts could not be processed. Retrying.'),
  });

  async function round(): Promise<number> {
    const raised = await store.raiseAlerts({ kind: 'timers', limit: CHUNK }, clock.now());
    const planned = await store.planDueRows(clock.now(), CHUNK, { plan, onSetAside });
    const begun = loop.isStopped() ? 0 : await deliverer.begin();
    if (raised + planned + begun === 0) return bell.hasRung() ? 0 : idleMs();
    if (options.hasPendingVerdicts()) await loop.pause(GIVE_WAY_MS);
    return 0;
  }

  function plan(input: AlertPlanInput): AlertPlan {
    const alertPlan = planAlerts(input, planning);
    for (const { id } of input.rows.filter(({ kind }) => kind === 'channel_disabled')) {
      const row = alertPlan.rows.find(({ outboxID }) => outboxID === id);
      if (row?.outcome === 'planned' && row.decisions.every(({ delivery }) => delivery === null))
        log.warn({ team: input.team.id, why: row.decisions.at(-1)?.reason }, NOBODY_ALERTED);
    }
    return alertPlan;
  }

  function onSetAside({ outboxID, error }: { readonly outboxID: number; readonly error: unknown }): void {
    log.error({ err: error, outbox: outboxID }, SET_ASIDE);
  }

  async function idleMs(): Promise<number> {
    const now = clock.now();
    const probeAt = deliverer.nextProbeAt() ?? Number.POSITIVE_INFINITY;
    const nextAt = (await store.findNextAlertAt()) ?? Number.POSITIVE_INFINITY;
    // A due delivery may wait for capacity or for the next probe of an unhealthy channel. Only the probe needs a timer, because
    // free capacity wakes the notifier.
    const dueAt = nextAt <= now ? probeAt : Math.min(nextAt, probeAt);
    return Math.max(0, Math.min(dueAt - now, CHECK_EVERY_MS));
  }

  return {
    start() {
      deliverer.start();
      loop.start();
    },
    async stop() {
      await loop.stop();
      await deliverer.drain();
    },
  };
}
