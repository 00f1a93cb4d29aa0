/** Between the name of a process's life and the number of its lane. */
const MARK = '/';

/** What the tickets of a lane are counted under: each lane of a process counts for itself. */
export function epochOfLane(life: string, lane: number): string {
  return lane === 0 ? life : `${life}${MARK}${lane}`;
}

/** The life of the process that an epoch belongs to. */
export function lifeOf(epoch: string): string {
  return epoch.split(MARK, 1)[0] ?? epoch;
}
