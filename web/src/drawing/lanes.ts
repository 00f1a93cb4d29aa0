export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Returns the lane of each extent: the first lane in which the extent overlaps no other. */
export function packLanes(extents: readonly Extent[]): readonly number[] {
  const lanes = new Array<number>(extents.length).fill(0);
  // Sorts extents without a length before others with the same start, so that both fit into the same lane.
  const order = [...extents.entries()].toSorted(([, a], [, b]) => a.from - b.from || a.to - b.to);
  /** End of the last extent in each lane. */
  const free: number[] = [];
  for (const [index, extent] of order) {
    let lane = free.findIndex((at) => at <= extent.from);
    if (lane < 0) lane = free.length;
    free[lane] = Math.max(extent.to, extent.from);
    lanes[index] = lane;
  }
  return lanes;
}

/** Merges extents that overlap or lie within `gap` of each other. */
export function mergeExtents(extents: readonly Extent[], gap = 0): readonly Extent[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of extents.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to + gap) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
