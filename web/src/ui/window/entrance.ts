/** Makes rows that are added to a list later slide in, as `base.css` describes. Pass this function as the list's `ref`. */
export function slideLaterRows(list: HTMLElement | null): void {
  // The first rows are shown without motion.
  requestAnimationFrame(() => list?.setAttribute('data-entrance', ''));
}
