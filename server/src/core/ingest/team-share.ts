import type { AcceptedPing } from './accepted-ping.ts';

/**
 * Waiting pings up to which a monitor never gets 429 for its team. More than the start, log and end of a run, so that a job that pings
 * as often as it has something to report is received while another monitor of the team floods the service.
 */
export const MONITOR_PINGS_MIN = 10;
/** A team is refused while it holds at least this many times what is left. So one team alone can hold nine tenths. */
const REFUSED_AT_TIMES_LEFT = 9;

/** Whether a team has used up its share of a limited room, of which it holds `held`, and `left` is left for all teams. */
export function isShareUsedUp(held: number, left: number): boolean {
  return left <= 0 || held >= REFUSED_AT_TIMES_LEFT * left;
}

/** Amounts by key. A key whose amount is 0 uses no memory. */
export interface Amounts<Key> {
  of(key: Key): number;
  add(key: Key, amount: number): void;
}

export function createAmounts<Key>(): Amounts<Key> {
  const amounts = new Map<Key, number>();
  return {
    of: (key) => amounts.get(key) ?? 0,
    add(key, amount) {
      const sum = (amounts.get(key) ?? 0) + amount;
      if (sum === 0) amounts.delete(key);
      else amounts.set(key, sum);
    },
  };
}

export interface TeamShareOptions {
  /** Maximum waiting pings of all teams. */
  readonly pingsMax: number;
  /** Maximum total bytes of their bodies. */
  readonly bytesMax: number;
}

type WaitingPing = Pick<AcceptedPing, 'teamID' | 'monitorID'> & {
  readonly request: Pick<AcceptedPing['request'], 'body'>;
};

/**
 * Divides the queue among teams, so that the flood of one team refuses only its own pings. Pings whose team is unknown, because the
 * database is unavailable, count as one team.
 */
export interface TeamShare {
  /**
   * Admits a ping, or tells why it can't wait. `limited`: its monitor has {@link MONITOR_PINGS_MIN} pings waiting, and its team at least
   * as many as there are places left. `refused`: its team has used up its share.
   */
  admit(ping: WaitingPing): 'admitted' | 'limited' | 'refused';
  remove(ping: WaitingPing): void;
}

export function createTeamShare({ pingsMax, bytesMax }: TeamShareOptions): TeamShare {
  const pings = createAmounts<string | null>();
  const bytes = createAmounts<string | null>();
  const ofMonitor = createAmounts<number>();
  let pingsLeft = pingsMax;
  let bytesLeft = bytesMax;

  function count({ teamID, monitorID, request }: WaitingPing, change: 1 | -1): void {
    pings.add(teamID, change);
    pingsLeft -= change;
    if (monitorID !== null) ofMonitor.add(monitorID, change);
    if (request.body === null) return;
    const size = change * request.body.byteLength;
    bytes.add(teamID, size);
    bytesLeft -= size;
  }

  return {
    admit(ping) {
      const { teamID, monitorID, request } = ping;
      const held = pings.of(teamID);
      if (monitorID !== null && held >= pingsLeft && ofMonitor.of(monitorID) >= MONITOR_PINGS_MIN)
        return 'limited';
      if (isShareUsedUp(held, pingsLeft)) return 'refused';
      const size = request.body?.byteLength ?? 0;
      if (size > 0 && (size > bytesLeft || isShareUsedUp(bytes.of(teamID), bytesLeft))) return 'refused';
      count(ping, 1);
      return 'admitted';
    },
    remove: (ping) => count(ping, -1),
  };
}
