import { Combobox as Base } from '@base-ui/react/combobox';
import { useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { FLOATING_CLASS, ITEM_CLASS } from '../popup/floating.ts';
import { words } from '../words.ts';
import type { Option } from './select.tsx';

interface MultiPickProps {
  readonly value: readonly string[];
  readonly options: readonly Option<string>[];
  readonly onChange: (value: readonly string[]) => void;
  readonly placeholder?: string;
  /** Whether new values may be added, such as new tags. */
  readonly free?: boolean;
  readonly disabled?: boolean;
}

/** A searchable selection of several values, which are shown as chips. */
export function MultiPick({
  value,
  options,
  onChange,
  placeholder = words.choose,
  free = false,
  disabled = false,
}: MultiPickProps) {
  const anchor = useRef<HTMLDivElement | null>(null);
  const [text, setText] = useState('');
  const typed = text.trim();
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const isNew = free && typed !== '' && !labels.has(typed) && !value.includes(typed);
  const items = isNew ? [...labels.keys(), typed] : [...labels.keys()];
  const labelOf = (item: string) => labels.get(item) ?? item;
  /** The text may contain several values, separated by commas. */
  function add(input: string): void {
    const added = input
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (added.length > 0) onChange([...new Set([...value, ...added])]);
    setText('');
  }
  return (
    <Base.Root
      multiple
      items={items}
      value={[...value]}
      itemToStringLabel={labelOf}
      inputValue={text}
      onInputValueChange={(next) => (free && next.includes(',') ? add(next) : setText(next))}
      onValueChange={(next, { reason, allowPropagation }) => {
        // Escape should close the surrounding dialog, not clear the selection.
        if (reason === 'escape-key') {
          allowPropagation();
          return;
        }
        onChange(next);
        setText('');
      }}
      autoHighlight
      disabled={disabled}
    >
      <Base.Chips
        ref={anchor}
        className="calm flex max-h-40 min-h-8 w-full flex-wrap overflow-y-auto items-center gap-1 rounded-md border border-line-strong bg-panel px-1.5 py-0.75 focus-within:outline-2 focus-within:outline-accent data-invalid:border-down max-md:min-h-10"
      >
        {value.map((item) => (
          <Base.Chip
            key={item}
            aria-label={labelOf(item)}
            className="flex h-6 items-center gap-1 rounded-sm bg-accent-wash pl-2 text-table text-accent outline-none data-highlighted:outline-2 data-highlighted:outline-accent"
          >
            {labelOf(item)}
            <Base.ChipRemove
              aria-label={words.remove(labelOf(item))}
              className="flex size-6 items-center justify-center rounded-sm hover:bg-hover"
            >
              <Icon name="close" className="size-3" />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          placeholder={value.length === 0 ? placeholder : undefined}
          onBlur={() => {
            if (isNew) add(typed);
          }}
          className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-none placeholder:text-soft"
        />
      </Base.Chips>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={classNames(FLOATING_CLASS, 'max-h-72 w-(--anchor-width) overflow-y-auto')}>
            <Base.Empty className="px-2 py-1.5 text-soft empty:hidden">{words.noMatch}</Base.Empty>
            <Base.List>
              {(item: string) => (
                <Base.Item key={item} value={item} className={ITEM_CLASS}>
                  <span className="flex-1 truncate">
                    {isNew && item === typed ? words.add(item) : labelOf(item)}
                  </span>
                  <Base.ItemIndicator className="text-accent">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
