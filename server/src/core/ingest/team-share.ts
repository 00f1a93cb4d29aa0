import type { AcceptedPing } from './accepted-ping.ts';

/**
 * Waiting pings up to which a monitor is never refused for its team. More than the start, log and end of a run, so that a job that
 * pings as often as it has something to report is never refused, and no run becomes missed or times out.
 */
export const MONITOR_PINGS_MIN = 10;

type WaitingPing = Pick<AcceptedPing, 'teamID' | 'monitorID'>;

/**
 * Divides the queue among teams, so that the pings of one team don't fill the queue. A team is above its share while it has at
 * least as many pings waiting as the queue has places left. So a team alone gets half of the queue, and n teams that send as much
 * as they can leave 1/(n + 1) of the queue to others. In a queue that is less than half full, no team is above its share.
 */
export interface TeamShare {
  /**
   * Whether a ping exceeds the share of its team, and its monitor has at least {@link MONITOR_PINGS_MIN} pings waiting. `left`:
   * places that the queue has left. False for a ping whose team is unknown.
   */
  isExceeded(ping: WaitingPing, left: number): boolean;
  add(ping: WaitingPing): void;
  remove(ping: WaitingPing): void;
}

export function createTeamShare(): TeamShare {
  const ofTeam = new Map<string, number>();
  const ofMonitor = new Map<number, number>();

  function count(ping: WaitingPing, change: 1 | -1): void {
    const { teamID, monitorID } = ping;
    if (teamID !== null) addTo(ofTeam, teamID, change);
    if (monitorID !== null) addTo(ofMonitor, monitorID, change);
  }

  return {
    isExceeded: ({ teamID, monitorID }, left) =>
      teamID !== null &&
      monitorID !== null &&
      (ofTeam.get(teamID) ?? 0) >= left &&
      (ofMonitor.get(monitorID) ?? 0) >= MONITOR_PINGS_MIN,
    add: (ping) => count(ping, 1),
    remove: (ping) => count(ping, -1),
  };
}

function addTo<Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
