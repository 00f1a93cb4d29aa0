import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Code that is not loaded before somebody needs it: what opens only when it is pressed. */
export interface OnDemand<C> {
  readonly loaded: () => C | undefined;
  readonly load: () => Promise<C>;
}

export function onDemand<C>(bring: () => Promise<C>): OnDemand<C> {
  let loaded: C | undefined;
  let loading: Promise<C> | undefined;
  return {
    loaded: () => loaded,
    load() {
      loading ??= bring().then(
        (code) => {
          loaded = code;
          return code;
        },
        (error) => {
          // The next press tries again.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** For a button that stands where a popup's own button will be. */
interface Standing {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly 'aria-expanded': false;
}

/**
 * The popup with its button, once it was asked for; until then its place is taken by a button with {@link Standing}. The code
 * begins to come when somebody points at it, and the popup opens when it is pressed.
 */
export function useOnDemand<C>(code: OnDemand<C>): {
  readonly popup: C | undefined;
  /** It was pressed before it was there. */
  readonly opensAtOnce: boolean;
  readonly standing: Standing;
} {
  const [known, setKnown] = useState(() => ({ popup: code.loaded(), opensAtOnce: false }));
  const bring = (): void => void code.load().catch(() => undefined);
  const ask = (): void =>
    void code.load().then(
      (popup) => setKnown({ popup, opensAtOnce: true }),
      () => undefined,
    );
  return {
    ...known,
    standing: {
      onPointerEnter: bring,
      onFocus: bring,
      onClick: ask,
      onKeyDown(event) {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        ask();
      },
      'aria-expanded': false,
    },
  };
}

/** Whether a popup is open. One that was asked for before it was there takes the focus, so that it comes back to it, and opens. */
export function useOpening(atOnce: boolean): {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: RefObject<HTMLButtonElement | null>;
} {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!atOnce) return;
    trigger.current?.focus({ preventScroll: true });
    setOpen(true);
  }, [atOnce]);
  return { open, onOpenChange: setOpen, trigger };
}
