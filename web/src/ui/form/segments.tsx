import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';

interface SegmentsProps<T extends string> {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onChange: (value: T) => void;
  readonly label: string;
}

/** A choice of two to six short options, all visible. */
export function Segments<T extends string>({ value, options, onChange, label }: SegmentsProps<T>) {
  return (
    <ToggleGroup
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next as T)}
      aria-label={label}
      className="inline-flex flex-wrap rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="h-7 whitespace-nowrap rounded-sm px-2.5 text-table text-soft hover:text-ink data-pressed:bg-panel data-pressed:font-medium data-pressed:text-ink data-pressed:shadow-raised max-md:h-9"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
