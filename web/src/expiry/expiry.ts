import { DAY_MS } from '@overdue/domain/time-units.ts';

export const EXPIRIES = ['never', 'd30', 'd90', 'd365', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

const DAYS: Readonly<Partial<Record<Expiry, number>>> = { d30: 30, d90: 90, d365: 365 };

/**
 * Returns the expiry: null for never, undefined until a day is chosen. `day`: last valid day in the browser's time
 * zone.
 */
export function expiryTime(expiry: Expiry, day: string, now: number): string | null | undefined {
  if (expiry === 'never') return null;
  const days = DAYS[expiry];
  if (days !== undefined) return new Date(now + days * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

export type ExpiryState = 'never' | 'far' | 'soon' | 'expired';
const SOON_MS = 7 * DAY_MS;

export function expiryState(expiresAt: string | null, now: number): ExpiryState {
  if (expiresAt === null) return 'never';
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  return left < SOON_MS ? 'soon' : 'far';
}
