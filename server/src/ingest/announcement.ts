import type { Clock } from '../runtime/clock.ts';

/**
 * Whether this process can write to the database. `sure`: it did a moment ago. `unsure`: the current report
 * is slow. `lost`: the current report has been pending so long that other processes are no longer sure,
 * either.
 */
export type Certainty = 'sure' | 'unsure' | 'lost';

const CHECK_EVERY_MS = 20;
const RETRY_MS = 50;

export interface AnnouncementOptions {
  readonly clock: Clock;
  readonly certainty: () => Certainty;
  /** Reports this process's progress to the other nodes now. */
  readonly sign: () => Promise<void>;
}

/** Resolves as soon as it is certain whether the writes of this process reach the database. */
export async function becomeCertain({
  clock,
  certainty,
}: Omit<AnnouncementOptions, 'sign'>): Promise<boolean> {
  while (certainty() === 'unsure') await pause(clock, CHECK_EVERY_MS);
  return certainty() === 'sure';
}

/**
 * Resolves once other nodes know that this node spools pings, or can't write themselves. No new ping of
 * theirs can then overtake ours. Until then no ping may be answered from the spool.
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
        while (!isOver && certainty() !== 'lost') await pause(clock, CHECK_EVERY_MS);
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
