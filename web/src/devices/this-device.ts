/** The account that turned on notifications in this browser, and the name of the browser in its list of devices. */
export interface ThisDevice {
  readonly email: string;
  readonly name: string;
  readonly deviceID: string;
}

const KEY = 'overdue.device';

export function readThisDevice(): ThisDevice | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    if (!('email' in stored && 'name' in stored && 'deviceID' in stored)) return null;
    const { email, name, deviceID } = stored;
    return typeof email === 'string' && typeof name === 'string' && typeof deviceID === 'string'
      ? { email, name, deviceID }
      : null;
  } catch {
    return null;
  }
}

export function writeThisDevice(device: ThisDevice): void {
  localStorage.setItem(KEY, JSON.stringify(device));
}

/**
 * Ends the push subscription of this browser, so that a later sign-in can't reuse the subscription. Doesn't tell the service,
 * which has already removed the device.
 */
export async function forgetThisDevice(): Promise<void> {
  if (readThisDevice() === null) return;
  localStorage.removeItem(KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
