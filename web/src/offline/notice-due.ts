/** How long the stream must be lost before the notice appears. A renewed session briefly interrupts the stream. */
const LOST_MS_MIN = 3000;

interface Loss {
  /** Time at which the connection was lost; null while connected. */
  readonly since: number | null;
  /** Whether an attempt to reach the service has failed. */
  readonly isUnreachable: boolean;
}

/** Whether to show the notice of a lost connection: after some time, or immediately if the service can't be reached. */
export function isNoticeDue({ since, isUnreachable }: Loss, now: number): boolean {
  return since !== null && (isUnreachable || now - since >= LOST_MS_MIN);
}
