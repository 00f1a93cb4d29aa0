/** Separator between the process's epoch and the lane's number in a lane's epoch. */
const MARK = '/';

/** Returns the epoch of a lane. Each lane counts its tickets separately. */
export function epochOfLane(processEpoch: string, lane: number): string {
  return lane === 0 ? processEpoch : `${processEpoch}${MARK}${lane}`;
}

/** Returns the process's epoch contained in a lane's epoch. */
export function processEpochOf(epoch: string): string {
  return epoch.split(MARK, 1)[0] ?? epoch;
}
