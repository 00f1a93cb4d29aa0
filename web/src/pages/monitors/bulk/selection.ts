export interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** Row that starts a range selection: the last one selected individually. */
  readonly anchor: string | null;
}

export const EMPTY_SELECTION: Selection = { chosen: new Set(), anchor: null };

export function withToggled({ chosen }: Selection, shortID: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(shortID)) next.add(shortID);
  return { chosen: next, anchor: shortID };
}

/** Selects only the row if the anchor is no longer in the list. */
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

/** Drops deleted monitors. Returns the same object if nothing changed. */
export function withoutDeleted(selection: Selection, exists: (shortID: string) => boolean): Selection {
  const left = [...selection.chosen].filter(exists);
  return left.length === selection.chosen.size ? selection : { ...selection, chosen: new Set(left) };
}
