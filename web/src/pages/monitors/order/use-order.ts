import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../data/use-listing.ts';
import { isSame, type Order, orderOfRows, orderToShow } from './frozen-order.ts';

/** How long after a key press or touch the list counts as in use. */
const INTERACTION_MS = 6000;

export interface FrozenList {
  readonly order: readonly string[];
  /** Number of new rows that are not shown yet; 0 if only the order or removed rows differ; null if the list is current. */
  readonly hiddenCount: number | null;
  readonly refresh: () => void;
}

/**
 * Returns the short IDs in the order to show. The order doesn't change while the pointer is over the list, and for six seconds after a
 * key press or touch.
 */
export function useOrder(
  rows: readonly Row[],
  key: string,
  {
    area,
    pendingDeletions,
    exists,
  }: {
    readonly area: RefObject<HTMLElement | null>;
    /** Monitors whose deletion is pending. Their places are reserved in case the user clicks Undo. */
    readonly pendingDeletions: ReadonlySet<string>;
    readonly exists: (shortID: string) => boolean;
  },
): FrozenList {
  const isFrozen = useInteraction(area);
  const shown = useRef<Order>({ key: '', shortIDs: [] });
  const [, forceRender] = useState(0);
  const wanted = orderOfRows(key, rows);
  const withdrawn = useRef(new Set<string>());
  for (const shortID of pendingDeletions) withdrawn.current.add(shortID);
  const isRestored = [...withdrawn.current].some(
    (shortID) =>
      !pendingDeletions.has(shortID) &&
      wanted.shortIDs.includes(shortID) &&
      !shown.current.shortIDs.includes(shortID),
  );
  shown.current = orderToShow(shown.current, wanted, {
    // A row whose deletion is undone returns immediately.
    isFrozen: isFrozen && !isRestored,
    exists: (shortID) => pendingDeletions.has(shortID) || exists(shortID),
  });
  const { shortIDs } = shown.current;
  const order = useMemo(
    () =>
      pendingDeletions.size === 0 ? shortIDs : shortIDs.filter((shortID) => !pendingDeletions.has(shortID)),
    [shortIDs, pendingDeletions],
  );
  const hiddenCount = isSame({ key, shortIDs: order }, wanted)
    ? null
    : Math.max(0, rows.length - order.length);
  return {
    order,
    hiddenCount,
    refresh() {
      shown.current = wanted;
      forceRender((last) => last + 1);
    },
  };
}

/** Whether the pointer is over the area, or the user pressed a key or touched the area in the last few seconds. */
function useInteraction(area: RefObject<HTMLElement | null>): boolean {
  const [isPointing, setPointing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const busy = (): void => {
      setBusy(true);
      clearTimeout(timer);
      timer = setTimeout(() => setBusy(false), INTERACTION_MS);
    };
    const enter = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') busy();
      else setPointing(true);
    };
    const leave = (): void => setPointing(false);
    const press = ({ target }: KeyboardEvent): void => {
      // Typing in a field doesn't count as use of the list, because a search must show its results immediately.
      if (!(target instanceof HTMLInputElement)) busy();
    };
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointermove', enter);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('touchmove', busy, { passive: true });
    window.addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointermove', enter);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('touchmove', busy);
      window.removeEventListener('keydown', press);
    };
  }, [area]);
  return isPointing || isBusy;
}
