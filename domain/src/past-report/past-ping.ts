import type { Ping } from '../event.ts';

/** Whether a ping reports something that happened before the ping arrived. */
export function isAboutPast({ at, happenedAt = at }: Ping): boolean {
  return happenedAt < at;
}

/**
 * Returns the start time to use for a ping's run: the time of the event. For a closing ping about the past, subtracts the
 * reported duration.
 */
export function runStartOf(ping: Ping): number {
  const { at, happenedAt = at, type, durationMs } = ping;
  const isClosing = type === 'end' || type === 'fail' || type === 'ping';
  return isClosing && isAboutPast(ping) ? happenedAt - (durationMs ?? 0) : happenedAt;
}
