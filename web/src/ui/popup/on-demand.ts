import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface OnDemand<C> {
  readonly loaded: () => C | undefined;
  readonly load: () => Promise<C>;
}

export function onDemand<C>(loadCode: () => Promise<C>): OnDemand<C> {
  let loaded: C | undefined;
  let loading: Promise<C> | undefined;
  return {
    loaded: () => loaded,
    load() {
      loading ??= loadCode().then(
        (code) => {
          loaded = code;
          return code;
        },
        (error) => {
          // After a failure, the next press tries again.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

interface PlaceholderProps {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly 'aria-expanded': false;
}

/**
 * Renders a placeholder until the popup is needed. The popup loads when the pointer is over the button, and opens when
 * the button is pressed.
 */
export function useOnDemand<C>(code: OnDemand<C>): {
  readonly popup: C | undefined;
  /** Whether to open immediately, because a user pressed the button before the code had loaded. */
  readonly opensAtOnce: boolean;
  readonly placeholderProps: PlaceholderProps;
} {
  const [known, setKnown] = useState(() => ({ popup: code.loaded(), opensAtOnce: false }));
  const preload = (): void => void code.load().catch(() => undefined);
  const loadAndOpen = (): void =>
    void code.load().then(
      (popup) => setKnown({ popup, opensAtOnce: true }),
      () => undefined,
    );
  return {
    ...known,
    placeholderProps: {
      onPointerEnter: preload,
      onFocus: preload,
      onClick: loadAndOpen,
      onKeyDown(event) {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        loadAndOpen();
      },
      'aria-expanded': false,
    },
  };
}

/**
 * If the popup was requested before its code had loaded, focuses its button first. When the popup closes, the focus
 * returns to the button.
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
