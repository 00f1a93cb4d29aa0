/** How long the stream may be lost before the notice appears. Renewing the session interrupts the stream for a moment. */
const LOST_MS_MIN = 3000;

interface Loss {
  /** When the connection was lost; null while it isn't. */
  readonly since: number | null;
  /** Whether an attempt to reach the service has failed. */
  readonly isUnreachable: boolean;
}

/** Whether the notice of a lost connection is due: at once if the service can't be reached. */
export function isNoticeDue({ since, isUnreachable }: Loss, now: number): boolean {
  return since !== null && (isUnreachable || now - since >= LOST_MS_MIN);
}
