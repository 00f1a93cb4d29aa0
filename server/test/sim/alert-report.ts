import { createDeliverer } from '../../src/alerts/deliverer.ts';
import { createNotifier, type Notifier } from '../../src/alerts/notifier.ts';
import { createBell } from '../../src/platform/runtime/bell.ts';
import type { Clock } from '../../src/platform/runtime/clock.ts';
import type { Store } from '../../src/store/store.ts';
import type { SeededRandom } from '../fake-clock.ts';
import type { Receivers } from './receivers.ts';

/** Starts the parts of one process that send alerts, connected as in `alerts/alert-engine.ts`. */
export function startNotifier(
  store: Store,
  { clock, random, receivers }: World,
): Notifier & { wake(): void } {
  const silent = () => {};
  const bell = createBell(clock);
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const counter = { inc: silent };
  const deliverer = createDeliverer({
    store,
    clock,
    random,
    log,
    metrics: {
      alertAttempts: { sent: counter, failed: counter, refused: counter, gone: counter },
      alertDelaySeconds: { observe: silent },
    },
    send: (channel, alert) => receivers.send(channel, alert),
    onSaved: bell.ring,
  });
  const notifier = createNotifier({
    hasPendingVerdicts: () => false,
    store,
    clock,
    log,
    bell,
    planning: {
      newKey: () => random.uuid(),
      tracksIncidents: (type) => type === 'pager',
      hasMail: true,
      baseURL: 'https://overdue.example.com',
    },
    deliverer,
  });
  notifier.start();
  return { ...notifier, wake: bell.ring };
}

interface World {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly receivers: Receivers;
}
