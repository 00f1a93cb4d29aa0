import { useEffect } from 'react';

/** How long the target is kept in view while the content above it is loading. */
const SETTLING_MS = 3000;
/** Matches the selected tab, and links and buttons that aren't tabs. */
const FIRST_CONTROL = '[role=tab][aria-selected=true], :not([role=tab]):is(a[href], button)';
const BY_PERSON = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to an element whenever `place` changes, and again while the page is loading, until the user interacts with the page.
 * The first control in the element, or else the element itself, gets the focus, so that the keyboard continues there. Null turns
 * the scrolling off.
 */
export function useScrollTarget(place: string | null, find: () => Element | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place names the target.
  useEffect(() => {
    if (place === null) return;
    const startedAt = performance.now();
    let focused: Element | null = null;
    const scroll = (): void => {
      const target = find();
      target?.scrollIntoView({ block: 'start' });
      if (target !== focused) controlOf(target)?.focus({ preventScroll: true });
      focused = target;
    };
    const observer = new ResizeObserver(scroll);
    observer.observe(document.body);
    const timer = setTimeout(stop, SETTLING_MS);
    for (const kind of BY_PERSON) window.addEventListener(kind, onInteraction, { passive: true });
    scroll();
    // The key or click that opened the place can reach the window after this effect. It doesn't count as interaction.
    function onInteraction({ timeStamp }: Event): void {
      if (timeStamp > startedAt) stop();
    }
    function stop(): void {
      observer.disconnect();
      clearTimeout(timer);
      for (const kind of BY_PERSON) window.removeEventListener(kind, onInteraction);
    }
    return stop;
  }, [place]);
}

function controlOf(target: Element | null): HTMLElement | null {
  return target?.querySelector<HTMLElement>(FIRST_CONTROL) ?? (target instanceof HTMLElement ? target : null);
}
