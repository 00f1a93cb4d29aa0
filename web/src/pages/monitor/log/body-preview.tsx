import type { MonitorEvent } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bodyQuery } from '../../../data/runs/history.ts';
import { parseAnsi, textsOf } from '../../../log/ansi.ts';
import { formatSize } from './size.ts';

/** Maximum size in bytes of a log with a preview. A larger log loads only when a user opens it. */
const PREVIEWED_BYTES_MAX = 20_000;
const SHOWN_LENGTH_MAX = 300;

/** Last line of a log, which usually says why the job failed. Loads when the row becomes visible. */
export function BodyPreview({ shortID, event }: { readonly shortID: string; readonly event: MonitorEvent }) {
  const [element, isSeen] = useOnceVisible<HTMLSpanElement>();
  const { data } = useQuery({
    ...bodyQuery(shortID, event.number),
    enabled: isSeen && event.bodySize <= PREVIEWED_BYTES_MAX,
  });
  const line = data?.text === null || data === undefined ? '' : lastLine(data.text);
  return (
    <span ref={element} className="flex min-w-0 flex-1 items-baseline gap-2">
      <span className="numeric shrink-0 text-xs text-soft">{formatSize(event.bodySize)}</span>
      <span className="min-w-0 truncate font-mono text-xs">{line}</span>
    </span>
  );
}

function lastLine(text: string): string {
  // Parses only the end of the log, which is enough for a line of SHOWN_LENGTH_MAX characters.
  const lines = textsOf(parseAnsi(text.trimEnd().slice(-2000)));
  return (lines.findLast((line) => line.trim() !== '') ?? '').trim().slice(0, SHOWN_LENGTH_MAX);
}

function useOnceVisible<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (node === null || isSeen) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setSeen(true));
    observer.observe(node);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen] as const;
}
