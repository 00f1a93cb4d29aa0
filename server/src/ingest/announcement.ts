import type { Clock } from '../runtime/clock.ts';

/**
 * Whether the writes of this process reach the database. `sure`: a report was committed a moment ago. `unsure`: the next report takes
 * longer. `lost`: the next report has taken so long that no other process is sure any more, either.
 */
export type Certainty = 'sure' | 'unsure' | 'lost';

const LOOK_EVERY_MS = 20;
const RETRY_MS = 50;

export interface AnnouncementOptions {
  readonly clock: Clock;
  readonly certainty: () => Certainty;
  /** Reports the progress of this process to the others at once. */
  readonly sign: () => Promise<void>;
}

/** Resolves as soon as it is certain whether the writes of this process reach the database. */
export async function becomeCertain({
  clock,
  certainty,
}: Omit<AnnouncementOptions, 'sign'>): Promise<boolean> {
  while (certainty() === 'unsure') await pause(clock, LOOK_EVERY_MS);
  return certainty() === 'sure';
}

/**
 * Resolves once no new ping of another process can overtake the pings that this process is about to keep: the others can read that this
 * process keeps pings, or can't write either. Until then no ping may be answered from the spool.
 */
export async function announce({ clock, certainty, sign }: AnnouncementOptions): Promise<void> {
  while (certainty() !== 'lost') {
    let isOver = false;
    const signed = sign().then(
      () => true,
      () => pause(clock, RETRY_MS).then(() => false),
    );
    const isSigned = await Promise.race([
      signed,
      (async () => {
        while (!isOver && certainty() !== 'lost') await pause(clock, LOOK_EVERY_MS);
        return true;
      })(),
    ]);
    isOver = true;
    if (isSigned) return;
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
