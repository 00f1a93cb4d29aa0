import type { Status } from '@overdue/sdk';
import { STATUSES } from '../../data/monitors/statuses.ts';
import { STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { classNames } from '../../ui/class-names.ts';
import { words as ui } from '../../ui/words.ts';
import { words } from './words.ts';

interface StatusCountsProps {
  readonly counts: Readonly<Record<Status, number>>;
  readonly selected: readonly Status[];
  readonly onToggle: (status: Status) => void;
}

/** Buttons that filter by status. A button whose count is zero is hidden, unless the button is selected. */
export function StatusCounts({ counts, selected, onToggle }: StatusCountsProps) {
  const shown = STATUSES.filter((status) => counts[status] > 0 || selected.includes(status));
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1 max-md:flex-nowrap max-md:overflow-x-auto max-md:p-0.5">
      <legend className="sr-only">{words.counts}</legend>
      {shown.map((status) => (
        <button
          key={status}
          type="button"
          title={ui.status[status]}
          aria-pressed={selected.includes(status)}
          onClick={() => onToggle(status)}
          className={classNames(
            'numeric inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border px-2 text-table whitespace-nowrap max-md:h-10',
            selected.includes(status)
              ? 'border-accent bg-accent-wash'
              : 'border-transparent hover:border-line hover:bg-hover max-md:border-line max-md:bg-panel',
          )}
        >
          <StatusShape status={status} silent />
          <span className={classNames('font-medium', counts[status] > 0 && STATUS_TEXT[status])}>
            {counts[status].toLocaleString('en')}
          </span>
          <span className="text-soft">{ui.status[status].toLowerCase()}</span>
        </button>
      ))}
    </fieldset>
  );
}
