import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { offsetOf } from '../../time/zone.ts';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { FLOATING_CLASS, ITEM_CLASS } from '../popup/floating.ts';
import { words } from '../words.ts';
import { CONTROL_CLASS } from './control-class.ts';
import { findZones } from './zones.ts';

interface ZonePickerProps {
  /** IANA time zone. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
  /** Required unless a `Field` provides the label. */
  readonly label?: string;
  readonly disabled?: boolean;
}

export function ZonePicker({ value, onChange, label, disabled }: ZonePickerProps) {
  const [query, setQuery] = useState('');
  const items = findZones(query, Date.now());
  return (
    <Combobox.Root
      items={items.includes(value) || query !== '' ? items : [value, ...items]}
      filteredItems={items}
      value={value}
      onValueChange={(zone) => {
        if (zone !== null) onChange(zone);
        setQuery('');
      }}
      onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : '')}
      onOpenChange={(open) => !open && setQuery('')}
      disabled={disabled === true}
      autoHighlight
    >
      <Combobox.InputGroup className="relative">
        <Combobox.Input
          aria-label={label}
          onFocus={(event) => event.currentTarget.select()}
          spellCheck={false}
          className={classNames(CONTROL_CLASS, 'pr-8')}
        />
        <Combobox.Trigger
          aria-label={words.open}
          className="absolute right-1 top-1/2 flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-soft max-md:size-9"
        >
          <Icon name="chevron-down" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            className={classNames(FLOATING_CLASS, 'w-(--anchor-width) min-w-70 max-w-(--available-width)')}
          >
            <Combobox.Empty className="text-soft">
              {items.length === 0 ? <span className="block px-2 py-1.5">{words.noZone}</span> : null}
            </Combobox.Empty>
            <Combobox.List className="max-h-72 overflow-y-auto overscroll-contain">
              {(zone: string) => <ZoneItem key={zone} zone={zone} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function ZoneItem({ zone }: { readonly zone: string }) {
  return (
    <Combobox.Item value={zone} className={ITEM_CLASS}>
      <span className="min-w-0 flex-1 truncate">{zone}</span>
      <span className="numeric text-xs text-soft">{offsetOf(zone, Date.now())}</span>
      <span className="size-4 text-accent">
        <Combobox.ItemIndicator>
          <Icon name="check" />
        </Combobox.ItemIndicator>
      </span>
    </Combobox.Item>
  );
}
