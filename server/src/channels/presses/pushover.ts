import { HOUR_MS, SECOND_MS } from '@overdue/domain/time-units.ts';
import { type Buttons, INVALID, type ParsedPress, type PressRequest, presserName, STALE } from './press.ts';

/** Maximum delay between an acknowledgement and Pushover's report of it. */
const REPORT_WINDOW_MS = HOUR_MS;
const RECEIPT = /^[A-Za-z0-9]{30}$/;

/**
 * Reads the report that an emergency was acknowledged: https://pushover.net/api/receipts#callback. Pushover doesn't sign its
 * requests, so the signed token in the URL serves as the secret.
 */
export function parsePushoverPress({ body, path, now }: PressRequest): ParsedPress {
  const form = new URLSearchParams(body);
  const receipt = form.get('receipt') ?? '';
  if (!RECEIPT.test(receipt) || form.get('acknowledged') !== '1') return INVALID;
  const at = Number(form.get('acknowledged_at')) * SECOND_MS;
  if (!(Math.abs(now - at) <= REPORT_WINDOW_MS)) return STALE;
  const device = presserName(form.get('acknowledged_by_device'), 'a device');
  return {
    kind: 'press',
    id: receipt,
    token: path,
    by: `Someone on ${device}`,
    respond: () => ({ body: null, requests: [] }),
  };
}

/** Returns the address that Pushover requests after an acknowledgement; undefined if there is nothing to acknowledge. */
export function pushoverCallback(buttons: Buttons | null): string | undefined {
  const button = buttons?.buttons.find(({ action }) => action === 'acknowledge');
  return buttons === null || button === undefined ? undefined : `${buttons.pressURL}/${button.token}`;
}
