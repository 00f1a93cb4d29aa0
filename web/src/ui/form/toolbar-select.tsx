import { Icon } from '../icon.tsx';
import { onDemand, useOnDemand } from '../popup/on-demand.ts';
import { selectClass } from './control-class.ts';
import type { SelectProps } from './select.tsx';

const CODE = onDemand(async () => (await import('./select.tsx')).Select);

type ToolbarSelectProps<T extends string> = Omit<SelectProps<T>, 'disabled' | 'opensAtOnce'> & {
  readonly label: string;
};

/** A Select outside a form. Loads its code when the pointer is over the button. */
export function ToolbarSelect<T extends string>(props: ToolbarSelectProps<T>) {
  const { popup: Popup, opensAtOnce, placeholderProps } = useOnDemand(CODE);
  if (Popup !== undefined) return <Popup {...props} opensAtOnce={opensAtOnce} />;
  return (
    <button
      type="button"
      role="combobox"
      {...placeholderProps}
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={props.label}
      className={selectClass(props.className)}
    >
      <span className="truncate">{props.options.find(({ value }) => value === props.value)?.label}</span>
      <span className="text-soft">
        <Icon name="chevron-down" />
      </span>
    </button>
  );
}
