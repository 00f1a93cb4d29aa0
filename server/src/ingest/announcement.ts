import type { Certainty } from '../domain/node-protocol.ts';
import type { Clock } from '../runtime/clock.ts';

const CHECK_EVERY_MS = 20;
const RETRY_MS = 50;

export interface AnnouncementOptions {
  readonly clock: Clock;
  readonly certainty: () => Certainty;
  /** Reports this process's progress to the other nodes now. */
  readonly reportNow: () => Promise<void>;
}

/** Resolves as soon as it is certain whether the writes of this process reach the database. */
export async function becomeCertain({
  clock,
  certainty,
}: Omit<AnnouncementOptions, 'reportNow'>): Promise<boolean> {
  while (certainty() === 'unsure') await pause(clock, CHECK_EVERY_MS);
  return certainty() === 'sure';
}

/** Resolves once no new ping of other nodes can overtake ours. Until then, no ping is answered from the spool. */
export async function announce({ clock, certainty, reportNow }: AnnouncementOptions): Promise<void> {
  while (certainty() !== 'lost') {
    let isOver = false;
    const reported = reportNow().then(
      () => true,
      () => pause(clock, RETRY_MS).then(() => false),
    );
    const isReported = await Promise.race([
      reported,
      (async () => {
        while (!isOver && certainty() !== 'lost') await pause(clock, CHECK_EVERY_MS);
        return true;
      })(),
    ]);
    isOver = true;
    if (isReported) return;
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
