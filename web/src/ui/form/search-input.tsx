import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  /** Label for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Classes of the box around the icon and the input. */
  readonly boxClass: string;
  /** Content after the input, such as a keyboard shortcut. */
  readonly children?: ReactNode;
}

/** Input for a search, with an icon. Clicking anywhere in the box focuses the input. */
export function SearchInput({ label, onText, boxClass, className, children, ...props }: SearchInputProps) {
  return (
    <label className={classNames('flex items-center', boxClass)}>
      <span className="text-soft">
        <Icon name="search" />
      </span>
      <input
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        {...props}
        className={classNames('min-w-0 flex-1 bg-transparent outline-none placeholder:text-soft', className)}
      />
      {children}
    </label>
  );
}
