import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';

interface SelectionToolbarProps {
  /** Accessible name of the toolbar. */
  readonly label: string;
  /** Number of selected rows, as text. */
  readonly count: string;
  readonly clearLabel: string;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/**
 * Toolbar at the bottom of the screen, with the actions for the selected rows of a list. If the list is shorter than the screen, the
 * toolbar directly follows the list.
 */
export function SelectionToolbar({ label, count, clearLabel, onClear, children }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      data-selection-toolbar=""
      aria-label={label}
      className="sticky bottom-4 z-30 mx-2 my-3 flex w-fit items-center gap-1 rounded-lg border border-line bg-panel p-1.5 shadow-floating max-md:bottom-18"
    >
      <span className="numeric whitespace-nowrap px-2 font-medium" role="status">
        {count}
      </span>
      {children}
      <IconButton label={clearLabel} onClick={onClear}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
