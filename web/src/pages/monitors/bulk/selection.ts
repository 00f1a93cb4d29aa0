/** Which rows are chosen, and from where a range goes on. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** The row that was last chosen by itself. */
  readonly anchor: string | null;
}

export const NOTHING: Selection = { chosen: new Set(), anchor: null };

export function withToggled({ chosen }: Selection, shortID: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(shortID)) next.add(shortID);
  return { chosen: next, anchor: shortID };
}

/** Chooses everything from the anchor to the row; without an anchor in the list, the row alone. */
export function withRange(selection: Selection, shortID: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(shortID);
  if (from === -1 || to === -1) return withToggled(selection, shortID);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...selection.chosen, ...range]), anchor: selection.anchor };
}

export function withAll(selection: Selection, order: readonly string[]): Selection {
  return { chosen: new Set([...selection.chosen, ...order]), anchor: selection.anchor };
}

/** What does not exist any more is not chosen. The same selection when nothing is gone. */
export function withoutGone(selection: Selection, exists: (shortID: string) => boolean): Selection {
  const left = [...selection.chosen].filter(exists);
  return left.length === selection.chosen.size ? selection : { ...selection, chosen: new Set(left) };
}
