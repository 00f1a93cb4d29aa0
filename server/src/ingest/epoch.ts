/** Separates the epoch of a process from the number of a lane. */
const MARK = '/';

/** Returns the epoch under which a lane counts its tickets. Each lane of a process counts separately. */
export function epochOfLane(life: string, lane: number): string {
  return lane === 0 ? life : `${life}${MARK}${lane}`;
}

/** Returns the epoch of the process that a lane's epoch belongs to. */
export function lifeOf(epoch: string): string {
  return epoch.split(MARK, 1)[0] ?? epoch;
}
