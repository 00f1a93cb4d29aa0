import type { Clock } from '../runtime/clock.ts';

/**
 * Whether what this process writes reaches the database: `sure` when a sign was committed a moment ago; `unsure` when the next one
 * takes longer; `lost` when that has taken so long that no other process is sure any more, either.
 */
export type Certainty = 'sure' | 'unsure' | 'lost';

const LOOK_EVERY_MS = 20;
const RETRY_MS = 50;

export interface AnnouncementOptions {
  readonly clock: Clock;
  readonly certainty: () => Certainty;
  /** Writes the sign of this process. */
  readonly sign: () => Promise<void>;
}

/** Resolves with whether what this process writes reaches the database, as soon as that is certain. */
export async function becomeCertain({
  clock,
  certainty,
}: Omit<AnnouncementOptions, 'sign'>): Promise<boolean> {
  while (certainty() === 'unsure') await pause(clock, LOOK_EVERY_MS);
  return certainty() === 'sure';
}

/**
 * Resolves when no other process that shares the database lets new pings pass those that this one is about to keep: the others can read
 * that it keeps pings, or can't write, either. Until then no ping may be answered from the spool.
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
