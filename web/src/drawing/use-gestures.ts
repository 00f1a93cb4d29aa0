import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { momentAt, pan, type View, zoom } from './time-scale.ts';

interface GestureOptions {
  readonly view: View;
  readonly width: number;
  /** Width of the labels left of the axis. */
  readonly left?: number;
  readonly change: (view: View) => void;
  readonly follow: () => void;
}

const DRAG_MIN = 4;
const ZOOM_STEP = 1.6;
const PAN_STEP = 0.2;

/**
 * Gestures of the timeline. Dragging, horizontal or Shift+wheel and Shift+arrows move the view. Ctrl/⌘+wheel, pinching,
 * + and − zoom. End goes to the current time.
 */
export function useGestures<E extends HTMLElement>({
  view,
  width,
  left = 0,
  change,
  follow,
}: GestureOptions) {
  const element = useRef<E>(null);
  const drag = useRef<{ readonly x: number; readonly view: View; moved: boolean }>(undefined);
  const latest = useRef({ view, width, left, change });
  latest.current = { view, width, left, change };

  useEffect(() => {
    const node = element.current;
    if (node === null) return;
    // React's listener is passive and couldn't stop the browser from zooming the page.
    function onWheel(event: WheelEvent): void {
      const { view, width, left, change } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - (node?.getBoundingClientRect().left ?? 0) - left;
        change(zoom(view, Math.exp(event.deltaY * 0.004), momentAt(x, view, width)));
        return;
      }
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
      event.preventDefault();
      change(pan(view, sideways / width));
    }
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => node.removeEventListener('wheel', onWheel);
  }, []);

  return {
    ref: element,
    /** Whether the last press was a drag rather than a click. */
    wasDragged: () => drag.current?.moved === true,
    handlers: {
      onPointerDown(event: PointerEvent<E>) {
        if (event.button === 0) drag.current = { x: event.clientX, view, moved: false };
      },
      onPointerMove(event: PointerEvent<E>) {
        const { current } = drag;
        if (current === undefined || event.buttons !== 1) return;
        const by = event.clientX - current.x;
        if (!current.moved && Math.abs(by) < DRAG_MIN) return;
        if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId);
        current.moved = true;
        change(pan(current.view, -by / width));
      },
      onKeyDown(event: KeyboardEvent<E>) {
        const next = nextView(event, view);
        if (event.key === 'End') follow();
        else if (next !== null) change(next);
        else return;
        event.preventDefault();
      },
    },
  };
}

function nextView({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, view: View): View | null {
  if (ctrlKey || metaKey || altKey) return null;
  const middle = (view.from + view.to) / 2;
  if (key === '+' || key === '=') return zoom(view, 1 / ZOOM_STEP, middle);
  if (key === '-' || key === '_') return zoom(view, ZOOM_STEP, middle);
  if (shiftKey && key === 'ArrowLeft') return pan(view, -PAN_STEP);
  if (shiftKey && key === 'ArrowRight') return pan(view, PAN_STEP);
  return null;
}
