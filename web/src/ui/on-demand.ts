import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Code loaded on demand. */
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
          // Lets the next press retry.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

interface Standing {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly 'aria-expanded': false;
}

/**
 * Renders a placeholder button until the popup is needed. Loads the popup when someone points at the button, and
 * opens it on press.
 */
export function useOnDemand<C>(code: OnDemand<C>): {
  readonly popup: C | undefined;
  /** Whether the button was pressed before the code had loaded. */
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

/**
 * State of a popup. One that was requested before its code had loaded takes the focus and opens, so that the focus
 * returns to it.
 */
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
