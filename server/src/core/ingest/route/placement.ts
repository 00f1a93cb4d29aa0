import type { AppError } from '@overdue/domain/error.ts';
import type { WriteConfidence } from '@overdue/domain/node-protocol.ts';
import { DatabaseUnavailable, WouldOvertakePings } from '../../../database/unavailable.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { AcceptedPing, PingOutcome } from '../accepted-ping.ts';
import type { TicketedPing } from '../apply-pings.ts';
import type { LaneSpool } from '../replay/lane-spool.ts';
import type { RouteControl } from './route-control.ts';
import { mustWait } from './storage-route.ts';

/** How long a commit may take before its pings are spooled, so that senders don't wait longer for a response. */
const COMMIT_WAIT_MS = 1000;

export interface PlacementOptions {
  readonly epoch: string;
  readonly apply: (pings: readonly TicketedPing[], epoch: string) => Promise<readonly PingOutcome[]>;
  readonly writeConfidence: () => WriteConfidence;
  readonly recordNow: () => Promise<void>;
  readonly clock: Clock;
}

type Outcomes = readonly (PingOutcome | AppError)[];

/** `route_changed`: the route changed before the pings were stored, so they must be placed again. */
type Placed = Outcomes | 'route_changed';

/**
 * Stores the pings of a batch on the current route, up to the first ping that must wait. Returns one outcome for each stored ping;
 * the caller sends the other pings again.
 */
export type PlacePings = (pings: readonly TicketedPing[]) => Promise<Outcomes>;

export function createPlacement(
  options: PlacementOptions,
  { state, dispatch, released }: RouteControl,
  laneSpool: LaneSpool,
): PlacePings {
  const { clock } = options;

  async function place(pings: readonly TicketedPing[]): Promise<Outcomes> {
    for (;;) {
      const firstToWait = pings.findIndex(({ command }) => mustWait(state(), command.at));
      // First places only the pings that needn't wait, so that their responses aren't delayed by the other pings.
      if (firstToWait > 0) return place(pings.slice(0, firstToWait));
      if (firstToWait === 0) await released();
      else {
        const placed = state().route === 'storing' ? await applyNow(pings) : await spoolUnlessStoring(pings);
        if (placed !== 'route_changed') return placed;
      }
    }
  }

  /** Applies the pings. If the batch can't be stored now, whatever the reason, or its commit is slow, spools them. */
  async function applyNow(pings: readonly TicketedPing[]): Promise<Placed> {
    try {
      // Doesn't look up the monitors again, because a second lookup could delay the responses as long as the failed one.
      if (pings.some(hasUnknownMonitor))
        throw new DatabaseUnavailable('The monitors of some pings could not be looked up.');
      if (!(await confirmWrites(options))) throw new DatabaseUnavailable('PostgreSQL accepts no writes.');
      if (state().route !== 'storing') return 'route_changed';
      const applied = await withinLimit(options.apply(pings, options.epoch), clock);
      dispatch({ kind: 'stored' });
      return applied;
    } catch (error) {
      if (error instanceof WouldOvertakePings) {
        dispatch({ kind: 'would_overtake', isSpooled: error.reason === 'spooled' });
        return 'route_changed';
      }
      dispatch({ kind: 'lost', error, now: clock.now() });
      return spoolInDoubt(pings);
    }
  }

  async function spoolUnlessStoring(pings: readonly TicketedPing[]): Promise<Placed> {
    if (state().isAnnounced) return laneSpool.append(pings);
    return onceAnnounced((): Placed => {
      const isWaiting = pings.some(({ command }) => mustWait(state(), command.at));
      return state().route === 'storing' || isWaiting ? 'route_changed' : laneSpool.append(pings);
    });
  }

  /** Spools pings whose commit has an unknown outcome. The queue recognizes committed pings by their tickets. */
  function spoolInDoubt(pings: readonly TicketedPing[]): Promise<Outcomes> {
    return onceAnnounced(() => {
      dispatch({ kind: 'in_doubt' });
      return laneSpool.append(pings);
    });
  }

  async function onceAnnounced<T>(append: () => T): Promise<T> {
    dispatch({ kind: 'announcing' });
    try {
      await announceSpooling(options);
      return append();
    } finally {
      dispatch({ kind: 'announced' });
    }
  }

  return place;
}

function hasUnknownMonitor({ monitorID }: AcceptedPing): boolean {
  return monitorID === null;
}

/** Waits for the commit, but rejects after {@link COMMIT_WAIT_MS}. The tickets show later whether the pings were committed. */
async function withinLimit(
  applying: Promise<readonly PingOutcome[]>,
  clock: Clock,
): Promise<readonly PingOutcome[]> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(COMMIT_WAIT_MS, () =>
    reject(new DatabaseUnavailable('PostgreSQL has taken more than a second for some pings.')),
  );
  applying.catch(() => undefined);
  return Promise.race([applying, promise]).finally(cancel);
}

const CHECK_EVERY_MS = 20;
const RETRY_MS = 50;

interface AnnouncementOptions {
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
