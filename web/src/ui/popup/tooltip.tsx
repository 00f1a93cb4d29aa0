import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

const DELAY_MS = 400;

/** A tooltip. Use it only for additional details, because touch screens don't show tooltips. */
export function Tooltip({
  content,
  children,
}: {
  readonly content: ReactNode;
  readonly children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger delay={DELAY_MS} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-w-80 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs text-ink shadow-floating">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
