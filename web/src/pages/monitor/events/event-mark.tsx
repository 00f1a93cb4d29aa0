import type { MonitorEvent } from '@overdue/sdk';
import type { ReactNode } from 'react';
import { words } from '../words.ts';

const COLORS: Readonly<Record<MonitorEvent['type'], string>> = {
  ping: 'text-up',
  end: 'text-up',
  start: 'text-running',
  fail: 'text-down',
  log: 'text-soft',
  ignored: 'text-soft',
};

const SHAPES: Readonly<Record<MonitorEvent['type'], ReactNode>> = {
  ping: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  end: <path d="M2.5 6.5l2.5 2.5 4.5-6" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  start: <path d="M3.5 2l6 4-6 4z" fill="currentColor" />,
  fail: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  log: <path d="M2 3.5h8M2 6h8M2 8.5h5" fill="none" stroke="currentColor" strokeWidth="1.25" />,
  ignored: <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="1.75" />,
};

export function EventMark({ type }: { readonly type: MonitorEvent['type'] }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${COLORS[type]}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
        {SHAPES[type]}
      </svg>
      {words.event.types[type]}
    </span>
  );
}
