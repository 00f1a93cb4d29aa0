import { useLayoutEffect, useRef } from 'react';
import { onEachSecond } from './ticker.ts';

interface LiveTextProps {
  /** Must be a stable function, so that rows aren't rendered again. */
  readonly write: (now: number) => string;
  readonly className?: string;
}

/** A text that changes with time. Updates the DOM without React, because a page may contain hundreds of such texts. */
export function LiveText({ write, className }: LiveTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let shown: string | undefined;
    const show = (now: number): void => {
      const text = write(now);
      if (text === shown || element.current === null) return;
      element.current.textContent = text;
      shown = text;
    };
    show(Date.now());
    return onEachSecond(show);
  }, [write]);
  return <span ref={element} className={className} />;
}
