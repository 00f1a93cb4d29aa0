import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { TEAM_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { expect, onTestFinished } from 'vitest';
import type { DeliveryRecord } from '../../src/alerts/contract.ts';
import { createDeliverer } from '../../src/alerts/deliverer.ts';
import { createNotifier, type Notifier } from '../../src/alerts/notifier.ts';
import type { ClaimedDelivery } from '../../src/channels/contract.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import type { SendResult } from '../../src/platform/outbound/outcome.ts';
import { createBell } from '../../src/platform/runtime/bell.ts';
import type { Log } from '../../src/platform/runtime/log.ts';
import type { Store } from '../../src/store/store.ts';
import { createEdit } from '../edits.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock, createSeededRandom, type FakeClock } from '../fake-clock.ts';
import { applyOne, countingIDs, makeMonitor, makeTeam, NOON, ping } from '../store/suite/fixtures.ts';
import { interceptStore, type StoreHook, type StoreMethod } from '../watchdog/core.ts';

export const SENT = { outcome: 'sent', status: 200, answer: 'ok' } as const satisfies SendResult;
export const FAILED = {
  outcome: 'failed',
  status: 503,
  answer: 'Not now.',
  retryAfterMs: null,
} as const satisfies SendResult;
export const REFUSED = {
  outcome: 'refused',
  status: 422,
  answer: 'I do not read this.',
} as const satisfies SendResult;
export const GONE = {
  outcome: 'gone',
  status: 410,
  answer: 'The room was deleted.',
} as const satisfies SendResult;

/** Receives an alert on behalf of a channel, and returns the outcome. */
export type Receive = (alert: Alert) => SendResult | Promise<SendResult>;

/** An attempt to deliver an alert, as the channel sees it. */
export interface Attempted {
  readonly channel: string;
  readonly alert: Alert;
  readonly at: number;
}

/** A process that sends alerts. */
export interface AlertProcess {
  readonly notifier: Notifier & { wake(): void };
  /** Kills the process. Its pending calls never return, and it makes no further attempt. */
  die(): void;
}

/** A team without grouping and flap detection, with channels that the test controls and a clock that starts at noon. */
export interface AlertBench {
  readonly clock: FakeClock;
  readonly store: Store;
  readonly teamID: string;
  /** All attempts, oldest first. */
  readonly attempts: readonly Attempted[];
  readonly errors: readonly string[];
  /** Intercepts the next calls of all processes to the store. */
  hook: StoreHook;
  addChannel(name: string, receive?: Receive): Promise<void>;
  /** Sets how a channel receives alerts from now on. */
  react(channel: string, receive: Receive): void;
  addMonitor(name: string): Promise<MonitorRecord>;
  fails(monitor: MonitorRecord): Promise<void>;
  recovers(monitor: MonitorRecord): Promise<void>;
  start(): Promise<AlertProcess>;
  /**
   * Returns a text such as `down k1` for each attempt at a channel: the first word of the title and the last digits of
   * the key.
   */
  received(channel: string): readonly string[];
  /** Returns the deliveries, oldest first. */
  deliveries(): Promise<readonly DeliveryRecord[]>;
}

export async function openAlertBench(): Promise<AlertBench> {
  const clock = createFakeClock(NOON);
  const random = createSeededRandom(1);
  const store = await openEmptyStore(countingIDs());
  const { id: teamID, projectID } = await makeTeam(store, 'acme');
  await store.changeTeam(
    teamID,
    createEdit({ alerting: { ...TEAM_ALERTING_DEFAULT, combineAbove: 0, flapAbove: 0 } }),
  );
  const receivers = new Map<string, Receive>();
  const attempts: Attempted[] = [];
  const errors: string[] = [];
  const processes: AlertProcess[] = [];
  let keys = 0;

  async function send({ name }: ClaimedDelivery['channel'], alert: Alert): Promise<SendResult> {
    attempts.push({ channel: name, alert, at: clock.now() });
    return (await receivers.get(name)?.(alert)) ?? SENT;
  }

  const bench: AlertBench = {
    clock,
    store,
    teamID,
    attempts,
    errors,
    hook: (_method, call) => call(),
    async addChannel(name, receive = () => SENT) {
      receivers.set(name, receive);
      const made = await store.channels.create({
        teamID,
        shortID: name,
        type: 'webhook',
        name,
        isDefault: true,
        subscriptions: ['down', 'recovered'],
        tags: [],
        minSeverity: 'low',
        members: [],
        settings: 'sealed',
        createdAt: clock.now(),
      });
      expect(made.outcome).toBe('created');
    },
    react: (name, receive) => void receivers.set(name, receive),
    addMonitor: (name) => makeMonitor(store, { teamID, projectID, name }),
    async fails({ id }) {
      await applyOne(store, ping(id, 'fail', clock.now()));
    },
    async recovers({ id }) {
      await applyOne(store, ping(id, 'ping', clock.now()));
    },
    async start() {
      let isDead = false;
      const never = new Promise<never>(() => {});
      const seen = interceptStore(store, async (method: StoreMethod, call) => {
        if (isDead) return never;
        const response = await bench.hook(method, call);
        return isDead ? never : response;
      });
      const silent = () => {};
      const log: Log = {
        debug: silent,
        info: silent,
        warn: silent,
        error: (_fields, message) => void errors.push(message),
      };
      const count = { inc: silent };
      const bell = createBell(clock);
      const deliverer = createDeliverer({
        store: seen,
        clock,
        random,
        log,
        metrics: {
          alertAttempts: { sent: count, failed: count, refused: count, gone: count },
          alertDelaySeconds: { observe: silent },
        },
        send: (channel, alert) => (isDead ? never : send(channel, alert)),
        onSaved: bell.ring,
      });
      const notifier = createNotifier({
        hasPendingVerdicts: () => false,
        store: seen,
        clock,
        log,
        bell,
        planning: {
          newKey() {
            keys += 1;
            return `k${keys}`;
          },
          tracksIncidents: () => false,
          hasMail: true,
          baseURL: 'https://overdue.example.com',
        },
        deliverer,
      });
      const alertProcess: AlertProcess = {
        notifier: { ...notifier, wake: bell.ring },
        die() {
          isDead = true;
          void notifier.stop();
        },
      };
      processes.push(alertProcess);
      notifier.start();
      await clock.settle();
      return alertProcess;
    },
    received: (channel) =>
      attempts
        .filter((attempt) => attempt.channel === channel)
        .map(({ alert }) => `${alert.kind} ${alert.key}`),
    deliveries: async () => (await store.listDeliveries(teamID, { limit: 1000 })).toReversed(),
  };

  onTestFinished(async () => {
    bench.hook = (_method, call) => call();
    for (const alertProcess of processes) alertProcess.die();
    clock.dropTimers();
    await clock.settle();
    expect(await store.check(10)).toEqual([]);
    await store.close();
  });
  return bench;
}
