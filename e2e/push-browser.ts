import type { Page } from 'playwright-core';
import type { PushReceiver } from '../server/test/push-receiver.ts';

/**
 * A browser that uses the test's own endpoint as its push service, because the push service of the browser's vendor
 * can't be reached.
 */
export interface PushBrowser {
  /** Passes a message to the real service worker, like a browser that has received it from its push service. */
  deliver(body: Buffer): Promise<void>;
  /** Returns the notifications that the browser currently shows. */
  shown(): Promise<readonly ShownNotification[]>;
  /** Clicks a notification, or one of its buttons. Returns the page that the worker opens; null if the worker opens none. */
  click(tag: string, action?: string): Promise<string | null>;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly actions: readonly string[];
}

/**
 * Prepares a browser whose subscription is a stub with real keys and the test's endpoint. The worker, permission and
 * notifications are real.
 */
export async function preparePush(page: Page, { subscription, decrypt }: PushReceiver): Promise<PushBrowser> {
  const context = page.context();
  await context.grantPermissions(['notifications']);
  await context.addInitScript((stub) => {
    const KEY = 'stub of the subscription';
    const subscribed = (key: string): PushSubscription => ({
      endpoint: stub.endpoint,
      expirationTime: null,
      options: {
        applicationServerKey: Uint8Array.from(JSON.parse(key)).buffer,
        userVisibleOnly: true,
      },
      getKey: () => null,
      toJSON: () => ({ ...stub, expirationTime: null }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    });
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (!(key instanceof Uint8Array)) throw new Error('The key must be bytes.');
      const bytes = JSON.stringify([...key]);
      localStorage.setItem(KEY, bytes);
      return subscribed(bytes);
    };
    PushManager.prototype.getSubscription = async () => {
      const bytes = localStorage.getItem(KEY);
      return bytes === null ? null : subscribed(bytes);
    };
  }, subscription);
  const session = await context.newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');

  function worker() {
    const [running] = context.serviceWorkers();
    if (running === undefined) throw new Error('No service worker runs.');
    return running;
  }

  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map((notification) => ({
        title: notification.title,
        body: notification.body,
        tag: notification.tag,
        actions:
          'actions' in notification && Array.isArray(notification.actions)
            ? notification.actions.map(({ action }) => action)
            : [],
      }));
    });

  return {
    shown,
    async deliver(body) {
      const { origin } = new URL(page.url());
      await session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: decrypt(body),
      });
    },
    click: (tag, action = '') =>
      // A script can't open a window without a user gesture. So the worker's own click handler runs, with an
      // `openWindow` that records the page.
      worker().evaluate(
        async ({ clickedTag, button }) => {
          const scope = globalThis as unknown as ServiceWorkerGlobalScopeOfTest;
          const [notification] = await scope.registration.getNotifications({ tag: clickedTag });
          if (notification === undefined) throw new Error('There is no such notification.');
          let opened: string | null = null;
          scope.clients.openWindow = async (url) => {
            opened = url;
            return null;
          };
          const event = new scope.ExtendableEvent('notificationclick');
          const waits: Promise<unknown>[] = [];
          Object.defineProperties(event, {
            notification: { value: notification },
            action: { value: button },
            waitUntil: { value: (work: Promise<unknown>) => void waits.push(work) },
          });
          scope.dispatchEvent(event);
          await Promise.all(waits);
          return opened;
        },
        { clickedTag: tag, button: action },
      ),
  };
}

/** Parts of the worker's global scope. The types of workers can't be loaded together with the types of pages. */
interface ServiceWorkerGlobalScopeOfTest {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (url: string) => Promise<null> };
  readonly ExtendableEvent: new (type: string) => Event;
  dispatchEvent(event: Event): boolean;
}
