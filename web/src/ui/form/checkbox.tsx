import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Whether some, but not all, of the items are selected. */
  readonly mixed?: boolean;
  readonly label: ReactNode;
  /** Whether to show the label only to screen readers. */
  readonly bare?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
}

export function Checkbox({ checked, onChange, mixed, label, bare, disabled, tabIndex }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control.
    <label className={classNames('flex items-center gap-2', bare === true && 'size-6 justify-center')}>
      <Base.Root
        checked={checked}
        indeterminate={mixed === true}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled === true}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-panel data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-55"
      >
        <Base.Indicator className="text-on-accent">
          <Icon name={mixed === true ? 'minus' : 'check'} className="size-3" />
        </Base.Indicator>
      </Base.Root>
      <span className={bare === true ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}
