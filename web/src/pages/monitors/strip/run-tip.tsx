import type { Run } from '@overdue/sdk';
import { useLayoutEffect, useRef } from 'react';
import { RunDetails } from '../../../drawing/runs/run-details.tsx';

const WIDTH = 288;
const MARGIN = 8;

interface RunTipProps {
  readonly run: Run;
  /** Position in the window: `x` of the pointer, `y` of the lower edge of the strip. */
  readonly x: number;
  readonly y: number;
  readonly zone: string;
}

/** Details of the run under the pointer. Shown as a popover, because a row of the list clips its content. */
export function RunTip({ run, x, y, zone }: RunTipProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => popover.current?.showPopover(), []);
  const left = Math.max(MARGIN, Math.min(x - WIDTH / 2, window.innerWidth - WIDTH - MARGIN));
  const isBelow = y < window.innerHeight * 0.75;
  return (
    <div
      ref={popover}
      popover="manual"
      role="tooltip"
      className="pointer-events-none m-0 rounded-md border border-line bg-panel px-3 py-2 text-ink shadow-floating"
      style={{
        position: 'fixed',
        inset: 'auto',
        left,
        width: WIDTH,
        ...(isBelow ? { top: y + MARGIN } : { bottom: window.innerHeight - y + 3 * MARGIN }),
      }}
    >
      <RunDetails run={run} zone={zone} now={Date.now()} />
    </div>
  );
}
