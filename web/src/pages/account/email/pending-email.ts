const KEY = 'overdue.pending-email';

/** A new email address that the user has requested and not confirmed yet. */
export interface PendingEmail {
  /** Address that the account has until the confirmation. */
  readonly from: string;
  readonly to: string;
  /** Until when the mailed link works, in epoch milliseconds. */
  readonly until: number;
}

/** Returns the pending address of this tab; null if there is none, or if it is confirmed or expired. */
export function readPendingEmail(current: string, now: number): PendingEmail | null {
  const pending = parsePendingEmail();
  return pending !== null && pending.from === current && now < pending.until ? pending : null;
}

export function storePendingEmail(pending: PendingEmail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
  } catch {
    // Browser storage is unavailable. The toast has already named the address.
  }
}

function parsePendingEmail(): PendingEmail | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isPendingEmail(value) ? value : null;
  } catch {
    return null;
  }
}

function isPendingEmail(value: unknown): value is PendingEmail {
  return (
    typeof value === 'object' &&
    value !== null &&
    'from' in value &&
    typeof value.from === 'string' &&
    'to' in value &&
    typeof value.to === 'string' &&
    'until' in value &&
    typeof value.until === 'number'
  );
}
