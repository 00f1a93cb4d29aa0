import { Icon } from '../../ui/icon.tsx';

interface RowCheckboxProps {
  readonly label: string;
  /** `mixed` where some of what it stands for is chosen. */
  readonly checked: boolean | 'mixed';
  readonly tabIndex: 0 | -1;
  readonly onToggle: () => void;
  /** It was clicked with shift. */
  readonly onRange: () => void;
}

/** Looks as ui/checkbox.tsx does, of one element: hundreds of them come and go while the list scrolls. */
export function RowCheckbox({ label, checked, tabIndex, onToggle, onRange }: RowCheckboxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input can't hold its mark.
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={tabIndex}
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
