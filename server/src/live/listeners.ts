import { type Listener, openTeamListeners, type TeamListeners } from './team-listeners.ts';

export const LISTENERS_MAX = 1000;
export const LISTENERS_PER_TEAM_MAX = 100;
/** Maximum listeners of one person, over all teams, sessions and tokens. */
export const LISTENERS_PER_PERSON_MAX = 20;

interface Added {
  readonly refused: null;
  readonly team: TeamListeners;
  readonly isFirst: boolean;
  readonly leave: () => void;
}

/** `full`: the server or the team has too many listeners. `person_full`: the person has too many. */
interface Refused {
  readonly refused: 'full' | 'person_full';
  readonly leave: null;
}

interface Listeners {
  /** Teams with listeners, by ID. */
  readonly teams: ReadonlyMap<string, TeamListeners>;
  count(): number;
  add(teamID: string, listener: Listener): Added | Refused;
}

/** Tracks the listeners of each team, and limits their number. */
export function createListeners(onTeamLeft: (teamID: string) => void): Listeners {
  const teams = new Map<string, TeamListeners>();
  const people = new Map<string, number>();
  let total = 0;

  function count(userID: string, by: 1 | -1): void {
    total += by;
    const ofPerson = (people.get(userID) ?? 0) + by;
    if (ofPerson === 0) people.delete(userID);
    else people.set(userID, ofPerson);
  }

  function remove(team: TeamListeners, tracked: Listener): void {
    if (!team.listeners.delete(tracked)) return;
    count(tracked.userID, -1);
    if (team.listeners.size > 0) return;
    teams.delete(team.teamID);
    onTeamLeft(team.teamID);
  }

  return {
    teams,
    count: () => total,
    add(teamID, listener) {
      const team = teams.get(teamID) ?? openTeamListeners(teamID);
      const isFull = total >= LISTENERS_MAX || team.listeners.size >= LISTENERS_PER_TEAM_MAX;
      if (isFull) return { leave: null, refused: 'full' };
      if ((people.get(listener.userID) ?? 0) >= LISTENERS_PER_PERSON_MAX)
        return { leave: null, refused: 'person_full' };
      const leave = () => remove(team, tracked);
      const tracked: Listener = {
        ...listener,
        end() {
          leave();
          listener.end();
        },
      };
      const isFirst = team.listeners.size === 0;
      count(listener.userID, 1);
      team.listeners.add(tracked);
      teams.set(teamID, team);
      return { refused: null, team, isFirst, leave };
    },
  };
}
