import type { WriteConfidence } from '@overdue/domain/node-protocol.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

const CHECK_EVERY_MS = 20;
const RETRY_MS = 50;

export interface AnnouncementOptions {
  readonly clock: Clock;
  readonly writeConfidence: () => WriteConfidence;
  /** Records this node's progress for the other nodes now. */
  readonly recordNow: () => Promise<void>;
}

/** Waits until it is certain whether this process can write to the database, and returns whether it can. */
export async function confirmWrites({
  clock,
  writeConfidence,
}: Omit<AnnouncementOptions, 'recordNow'>): Promise<boolean> {
  while (writeConfidence() === 'unsure') await pause(clock, CHECK_EVERY_MS);
  return writeConfidence() === 'sure';
}

/**
 * Tries to tell other nodes that this node will spool pings. Resolves once no new ping on another node can overtake the spooled
 * pings. Until then, this node must not spool pings.
 */
export async function announceSpooling({
  clock,
  writeConfidence,
  recordNow,
}: AnnouncementOptions): Promise<void> {
  while (writeConfidence() !== 'lost') {
    let isOver = false;
    const recorded = recordNow().then(
      () => true,
      () => pause(clock, RETRY_MS).then(() => false),
    );
    const isRecorded = await Promise.race([
      recorded,
      (async () => {
        while (!isOver && writeConfidence() !== 'lost') await pause(clock, CHECK_EVERY_MS);
        return true;
      })(),
    ]);
    isOver = true;
    if (isRecorded) return;
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
