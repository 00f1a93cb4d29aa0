import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns an element's height, or `first` until the height has been measured. */
export function useHeight(element: RefObject<HTMLElement | null>, first: number): number {
  const [height, setHeight] = useState(first);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.blockSize;
      if (size !== undefined) setHeight(Math.round(size));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
