import type { Device } from '@overdue/sdk';
import { api } from '../data/client.ts';
import { forgetThisDevice, readThisDevice, writeThisDevice } from './this-device.ts';

const WORKER = '/worker.js';

/** Whether this browser can show notifications; if not, the reason, so that the page can name the remedy. */
export type PushSupport = 'ready' | 'denied' | 'needs_https' | 'needs_home_screen' | 'unsupported';

export function supportOfBrowser(): PushSupport {
  if (!window.isSecureContext) return 'needs_https';
  // Safari on iPhones offers notifications only to applications on the home screen.
  if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window))
    return 'standalone' in navigator ? 'needs_home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

interface NewDevice {
  readonly email: string;
  readonly name: string;
}

/** Asks for permission, subscribes this browser and adds it to the account. Returns null if the user refuses. */
export async function turnOnDevice(person: NewDevice, serverKey: string): Promise<Device | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  return addDevice(person, serverKey);
}

async function addDevice({ email, name }: NewDevice, serverKey: string): Promise<Device> {
  const { endpoint = '', keys } = (await subscribe(serverKey)).toJSON();
  const subscription = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  const device = await api.accounts.addDevice({ name, subscription });
  writeThisDevice({ email, name, deviceID: device.deviceID });
  return device;
}

/**
 * Adds this browser again after a new sign-in or a change of the service's key. Doesn't add a browser that the user
 * has removed from the list, here or on another device.
 */
export async function renewSubscription(email: string): Promise<void> {
  const own = readThisDevice();
  if (own?.email !== email || supportOfBrowser() !== 'ready' || Notification.permission !== 'granted') return;
  const { devices, serverKey } = await api.accounts.listDevices();
  const device = devices.find(({ deviceID }) => deviceID === own.deviceID);
  if (device === undefined) return forgetThisDevice();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  const hasEnded = subscription === null || !hasKey(subscription, serverKey);
  if (device.isCurrent && !hasEnded) return;
  await addDevice(own, serverKey);
  // The new subscription has another address, so the service has added a second device and still lists the old one.
  if (hasEnded) await api.accounts.removeDevice(own.deviceID);
}

async function subscribe(serverKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  if (earlier !== null && !hasKey(earlier, serverKey)) await earlier.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) });
}

function hasKey({ options: { applicationServerKey } }: PushSubscription, serverKey: string): boolean {
  const own = applicationServerKey === null ? [] : [...new Uint8Array(applicationServerKey)];
  return String(own) === String([...bytesOf(serverKey)]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
