// Shows notifications, even while no page is open. The worker handles no requests of pages and stores nothing, so pages
// always get the current version of the application. `server/src/channels/requests/push-notification.ts` describes the messages.

const ICON = '/icon-192.png';
const BADGE = '/badge-96.png';
const ACKNOWLEDGE = 'acknowledge';

// A new version of this file replaces the previous one immediately, because no page depends on the worker.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const notice = event.data?.json();
  if (notice !== undefined) event.waitUntil(show(notice));
});

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action === ACKNOWLEDGE ? acknowledge(notification) : open(notification.data.url));
});

self.addEventListener('notificationclose', (event) => event.waitUntil(countAlarms()));

/** A notification replaces an earlier one about the same incident. A repeated message makes no sound. */
async function show(notice) {
  const shown = await self.registration.getNotifications({ tag: notice.tag });
  const isRepeated = shown.some(({ data }) => data?.key === notice.key);
  await self.registration.showNotification(notice.title, {
    body: notice.body,
    tag: notice.tag,
    renotify: !isRepeated,
    silent: isRepeated,
    timestamp: notice.at,
    requireInteraction: notice.isAlarm,
    icon: ICON,
    badge: BADGE,
    data: notice,
    actions:
      notice.actionURL === undefined
        ? []
        : [
            { action: ACKNOWLEDGE, title: 'Acknowledge' },
            { action: 'open', title: 'Open' },
          ],
  });
  await countAlarms();
}

/** Acknowledges the incident through the link in the message. If the request fails, opens the incident. */
async function acknowledge({ title, data }) {
  const isDone = await fetch(data.actionURL, {
    method: 'POST',
    body: new URLSearchParams({ action: ACKNOWLEDGE }),
    credentials: 'omit',
    redirect: 'error',
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isDone) return open(data.url);
  const { actionURL: _, ...rest } = data;
  await self.registration.showNotification(title, {
    body: 'Acknowledged.',
    tag: data.tag,
    silent: true,
    icon: ICON,
    badge: BADGE,
    data: { ...rest, isAlarm: false },
  });
  await countAlarms();
}

/** Opens a page, or focuses a window that already shows the page. */
async function open(url) {
  await countAlarms();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = windows.find((client) => client.url === url);
  return same === undefined ? self.clients.openWindow(url) : same.focus();
}

/** Shows the number of alarms on the application's icon, where the system supports it. */
async function countAlarms() {
  if (!('setAppBadge' in self.navigator)) return;
  const shown = await self.registration.getNotifications();
  const count = shown.filter(({ data }) => data?.isAlarm === true).length;
  await (count === 0 ? self.navigator.clearAppBadge() : self.navigator.setAppBadge(count)).catch(
    () => undefined,
  );
}
