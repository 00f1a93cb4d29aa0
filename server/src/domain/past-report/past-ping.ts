import type { Ping } from '../event.ts';

/** Whether a ping reports something that happened before the ping arrived. */
export function isAboutPast({ at, happenedAt = at }: Ping): boolean {
  return happenedAt < at;
}

/** Returns when the run of a ping began, as far as the ping tells: a closing ping about the past may tell the duration. */
export function beganAtOf(ping: Ping): number {
  const { at, happenedAt = at, type, durationMs } = ping;
  const isClosing = type === 'end' || type === 'fail' || type === 'ping';
  return isClosing && isAboutPast(ping) ? happenedAt - (durationMs ?? 0) : happenedAt;
}
