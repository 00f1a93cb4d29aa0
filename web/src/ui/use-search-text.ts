import { useEffect, useRef, useState } from 'react';

/** How long after the last key press the URL is updated. */
const QUIET_MS = 250;

/** Search text, available at once and stored in the URL when typing pauses. A newly opened URL wins. */
export function useSearchText(
  inURL: string,
  write: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(inURL);
  const last = useRef(inURL);
  const newest = useRef(write);
  newest.current = write;
  useEffect(() => {
    if (inURL === last.current) return;
    last.current = inURL;
    setText(inURL);
  }, [inURL]);
  useEffect(() => {
    if (text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      newest.current(text);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
