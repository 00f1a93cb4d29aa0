import type { Run } from '@overdue/sdk';
import type { ReactNode } from 'react';

/** One shape per outcome, as on the timeline: low, tall, striped or hollow. */
const MARKS: Readonly<Record<Run['state'], ReactNode>> = {
  succeeded: <rect x="1" y="4" width="12" height="6" rx="1.5" className="fill-up" />,
  running: (
    <rect
      x="1.5"
      y="4.5"
      width="11"
      height="5"
      rx="1.5"
      className="fill-running stroke-running"
      fillOpacity="0.4"
    />
  ),
  failed: <rect x="1" y="1" width="12" height="12" rx="1.5" className="fill-down" />,
  timed_out: (
    <g className="stroke-failing" fill="none">
      <rect x="1.5" y="1.5" width="11" height="11" rx="1.5" />
      <path d="M2 9l7-7M4.5 12.5l8-8M9 12.5l3.5-3.5" />
    </g>
  ),
  missed: (
    <rect
      x="3.75"
      y="1.75"
      width="6.5"
      height="10.5"
      rx="1.5"
      fill="none"
      strokeWidth="1.5"
      className="stroke-down"
    />
  ),
  unknown: (
    <g className="stroke-paused" fill="none">
      <rect x="1.5" y="4.5" width="11" height="5" rx="1.5" />
      <path d="M3 9.5l5-5M7 9.5l5-5" />
    </g>
  ),
};

export function RunMark({ state }: { readonly state: Run['state'] }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5 shrink-0">
      {MARKS[state]}
    </svg>
  );
}
