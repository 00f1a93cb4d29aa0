/** What takes place from one moment to another; milliseconds. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** For each, in order, the number of its lane: the lowest that is free, so that those that overlap lie under one another. */
export function packLanes(extents: readonly Extent[]): readonly number[] {
  const lanes = new Array<number>(extents.length).fill(0);
  // What has no length goes before what begins at the same moment, and needs no lane of its own.
  const order = [...extents.entries()].toSorted(([, a], [, b]) => a.from - b.from || a.to - b.to);
  /** When each lane is free again. */
  const free: number[] = [];
  for (const [place, extent] of order) {
    let lane = free.findIndex((at) => at <= extent.from);
    if (lane < 0) lane = free.length;
    free[lane] = Math.max(extent.to, extent.from);
    lanes[place] = lane;
  }
  return lanes;
}

/** Those that touch or lie within `gap` of one another, as one. */
export function merged(extents: readonly Extent[], gap = 0): readonly Extent[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of extents.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to + gap) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
