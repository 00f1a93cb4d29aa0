import { Icon } from '../icon.tsx';

interface RowCheckboxProps {
  readonly label: string;
  /** `mixed` if some, but not all, rows are selected. */
  readonly checked: boolean | 'mixed';
  readonly tabIndex: 0 | -1;
  readonly onToggle: () => void;
  /** Attribute that keyboard shortcuts use to find the checkbox. */
  readonly mark?: 'data-select' | 'data-select-all';
  /** Called on Shift-click. */
  readonly onRange: () => void;
}

/** Looks like `ui/form/checkbox.tsx` but consists of one element, because scrolling creates hundreds of checkboxes. */
export function RowCheckbox({ label, checked, tabIndex, mark, onToggle, onRange }: RowCheckboxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input can't contain its mark.
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={tabIndex}
      {...(mark === undefined ? {} : { [mark]: '' })}
      onClick={(event) => (event.shiftKey ? onRange() : onToggle())}
      className="flex size-6 items-center justify-center rounded-sm max-md:size-10"
    >
      <span
        className={
          checked === false
            ? 'flex size-4 rounded-sm border border-line-strong bg-panel'
            : 'flex size-4 items-center justify-center rounded-sm border border-accent bg-accent text-on-accent'
        }
      >
        {checked === false ? null : (
          <Icon name={checked === 'mixed' ? 'minus' : 'check'} className="size-3" />
        )}
      </span>
    </button>
  );
}
