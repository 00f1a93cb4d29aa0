import { useLayoutEffect, useRef } from 'react';
import { keyOf, nextStep, type ShortcutID } from './shortcuts.ts';

type Actions = { readonly [id in ShortcutID]?: (() => void) | undefined };

/** Maximum time between two keys of a sequence. */
const WAIT_MS = 1500;

const PRESSED_BY_SPACE = 'button, [role=button], summary';

/** Active layers of shortcuts, innermost last. The innermost layer is the first to handle a key. */
const layers: { readonly current: Actions }[] = [];
let pressed: readonly string[] = [];
let forget: ReturnType<typeof setTimeout> | undefined;

/** Registers shortcuts while the component is mounted. Keys without an action are passed to the layers below. */
export function useShortcuts(actions: Actions): void {
  const layer = useRef(actions);
  // Uses a layout effect, because a user may press a key right after the paint.
  useLayoutEffect(() => {
    layer.current = actions;
  });
  useLayoutEffect(() => {
    if (layers.length === 0) window.addEventListener('keydown', onKey);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, []);
}

function actionOf(id: ShortcutID): (() => void) | undefined {
  return layers.findLast(({ current }) => current[id] !== undefined)?.current[id];
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyOf(event);
  if (key === null) return;
  const isEverywhere = key.startsWith('mod+');
  if (!isEverywhere && (isTyping(event.target) || isTaken(event.target, key) || isCovered())) return;
  const step = nextStep(pressed, key, (id) => actionOf(id) !== undefined);
  clearTimeout(forget);
  pressed = step.kind === 'wait' ? step.pressed : [];
  if (step.kind === 'none') return;
  if (step.kind === 'wait') {
    forget = setTimeout(() => {
      pressed = [];
    }, WAIT_MS);
    return;
  }
  event.preventDefault();
  actionOf(step.id)?.();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null)
  );
}

/** Whether the focused element uses the key: Enter activates a button or link, Space a button or checkbox. */
function isTaken(target: EventTarget | null, key: string): boolean {
  return (
    (key === 'Enter' || key === ' ') &&
    target instanceof HTMLElement &&
    target.closest(key === 'Enter' ? `a, ${PRESSED_BY_SPACE}` : `${PRESSED_BY_SPACE}, input`) !== null
  );
}

/** Whether an open dialog or menu handles the keys. Toasts are dialogs, too, but handle no keys. */
function isCovered(): boolean {
  const open = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]:not([data-toast])`);
  return document.querySelector(open.join()) !== null;
}
