/**
 * Lets rows that are added after the first render slide in. The animation is in `base.css`. Pass this function as the list's
 * `ref`.
 */
export function slideLaterRows(list: HTMLElement | null): void {
  // The first rows are shown without motion.
  requestAnimationFrame(() => list?.setAttribute('data-entrance', ''));
}
