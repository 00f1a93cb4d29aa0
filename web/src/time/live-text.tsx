import { useLayoutEffect, useRef } from 'react';
import { onEachSecond } from './ticker.ts';

interface LiveTextProps {
  /** The same function for the same text, so that rows need not be made anew. */
  readonly write: (now: number) => string;
  readonly className?: string;
}

/** A text that goes with the time, in places where there are many: it is written into the page without React. */
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
