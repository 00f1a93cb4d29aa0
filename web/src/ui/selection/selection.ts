export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Row at which a range selection starts: the last row that was selected individually. */
  readonly anchor: string | null;
}

export const EMPTY_SELECTION: Selection = { selected: new Set(), anchor: null };

export function withToggled({ selected }: Selection, shortID: string): Selection {
  const next = new Set(selected);
  if (!next.delete(shortID)) next.add(shortID);
  return { selected: next, anchor: shortID };
}

/** Selects all rows from the anchor to this row. If the anchor is no longer in the list, selects only this row. */
export function withRange(selection: Selection, shortID: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(shortID);
  if (from === -1 || to === -1) return withToggled(selection, shortID);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { selected: new Set([...selection.selected, ...range]), anchor: selection.anchor };
}

export function withAll(selection: Selection, order: readonly string[]): Selection {
  return { selected: new Set([...selection.selected, ...order]), anchor: selection.anchor };
}

/** Leaves out rows that are not shown, because they are deleted or hidden by a filter. Returns the same object if nothing changed. */
export function onlyShown(selection: Selection, shown: ReadonlySet<string>): Selection {
  const left = [...selection.selected].filter((shortID) => shown.has(shortID));
  return left.length === selection.selected.size ? selection : { ...selection, selected: new Set(left) };
}
