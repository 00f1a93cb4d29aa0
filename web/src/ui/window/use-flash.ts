import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref. The element with this ref flashes once whenever the value changes. The animation is in `base.css`. */
export function useFlash<Element extends HTMLElement>(value: string): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value || element.current === null) return;
    shown.current = value;
    flash(element.current);
  }, [value]);
  return element;
}

function flash(element: HTMLElement): void {
  element.removeAttribute('data-flash');
  // Reading the layout restarts an animation that is still running.
  void element.offsetWidth;
  element.setAttribute('data-flash', '');
  element.addEventListener('animationend', () => element.removeAttribute('data-flash'), { once: true });
}
