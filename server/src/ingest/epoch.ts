/** Separates a process's epoch from the lane's number. */
const MARK = '/';

/** Returns the epoch of a lane. Each lane counts its tickets separately. */
export function epochOfLane(processEpoch: string, lane: number): string {
  return lane === 0 ? processEpoch : `${processEpoch}${MARK}${lane}`;
}

/** Returns the process's epoch, which is part of the lane's epoch. */
export function processEpochOf(epoch: string): string {
  return epoch.split(MARK, 1)[0] ?? epoch;
}
