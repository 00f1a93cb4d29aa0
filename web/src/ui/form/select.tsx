import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { FLOATING_CLASS, ITEM_CLASS } from '../popup/floating.ts';
import { useOpening } from '../popup/on-demand.ts';
import { selectClass } from './control-class.ts';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectProps<T extends string> {
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  /** Required unless a {@link Field} provides the label. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly className?: string;
  /** Whether to open immediately, because a user pressed the button before the code had loaded. */
  readonly opensAtOnce?: boolean;
}

export function Select<T extends string>({
  value,
  options,
  onChange,
  label,
  disabled,
  className,
  opensAtOnce = false,
}: SelectProps<T>) {
  const { trigger, ...opening } = useOpening(opensAtOnce);
  return (
    <Base.Root
      {...opening}
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled === true}
    >
      <Base.Trigger ref={trigger} aria-label={label} className={selectClass(className)}>
        <Base.Value className="truncate" />
        <Base.Icon className="text-soft">
          <Icon name="chevron-down" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup
            className={classNames(FLOATING_CLASS, 'max-h-80 min-w-(--anchor-width) overflow-y-auto')}
          >
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={ITEM_CLASS}>
                  {option.icon}
                  <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="text-accent">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
