import { useEffect, useRef, useState } from 'react';

/** Delay after the last key press before the URL is updated. */
const QUIET_MS = 250;

/**
 * Returns the text of a search field. Typing changes the text immediately, and the URL after a pause. Opening another URL
 * replaces the text.
 */
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
