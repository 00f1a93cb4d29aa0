import type { Status } from '@overdue/sdk';
import type { ReactNode } from 'react';
import { words } from '../ui/words.ts';

/** One shape per status on a grid of 12: up ● late ◐ failing ▲ down ■ paused ‖ new ○. */
const SHAPES: Readonly<Record<Status, ReactNode>> = {
  up: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  late: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 000 9z" fill="currentColor" />
    </>
  ),
  failing: <path d="M6 1.2L11.3 10.6H.7z" fill="currentColor" />,
  down: <rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor" />,
  paused: <path d="M3.5 1.5h1.8v9H3.5zM6.9 1.5h1.8v9H6.9z" fill="currentColor" />,
  new: <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
};

export const STATUS_TEXT: Readonly<Record<Status, string>> = {
  up: 'text-up',
  late: 'text-late',
  failing: 'text-failing',
  down: 'text-down',
  paused: 'text-paused',
  new: 'text-new',
};

/** Border and background classes of a box that shows a monitor's status. */
export const STATUS_BOX: Readonly<Record<Status, string>> = {
  up: 'border-up bg-up/10',
  late: 'border-late bg-late/10',
  failing: 'border-failing bg-failing/10',
  down: 'border-down bg-down/10',
  paused: 'border-paused bg-paused/10',
  new: 'border-line bg-panel',
};

/** Shape of a status. Screen readers announce the status's name. Pass `silent` if the name is shown beside the shape. */
export function StatusShape({
  status,
  silent,
  className = 'size-3',
}: {
  readonly status: Status;
  readonly silent?: boolean;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 12 12"
      role="img"
      aria-label={words.status[status]}
      aria-hidden={silent === true}
      className={`shrink-0 ${STATUS_TEXT[status]} ${className}`}
    >
      {SHAPES[status]}
    </svg>
  );
}

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${STATUS_TEXT[status]}`}>
      <StatusShape status={status} silent />
      {words.status[status]}
    </span>
  );
}
