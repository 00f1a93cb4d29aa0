import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { FLOATING_CLASS, ITEM_CLASS } from '../popup/floating.ts';
import { useOpening } from '../popup/on-demand.ts';
import { useOffline } from '../window/offline.tsx';
import { words } from '../words.ts';
import type { MenuEntry, MenuProps } from './menu-entry.ts';

export function MenuPopup({
  trigger,
  entries,
  align = 'end',
  opensAtOnce,
}: MenuProps & { readonly opensAtOnce: boolean }) {
  const { trigger: button, ...opening } = useOpening(opensAtOnce);
  const popup = useRef<HTMLDivElement>(null);
  // Highlights the first item, because a menu that was opened before its code had loaded doesn't do so itself.
  const highlightFirst = (isOpen: boolean): void => {
    if (opensAtOnce && isOpen && document.activeElement === popup.current && isUsedByKeyboard(popup.current))
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  };
  return (
    <Base.Root {...opening} onOpenChangeComplete={highlightFirst}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup
            ref={popup}
            className={classNames(
              FLOATING_CLASS,
              'max-h-[min(36rem,var(--available-height))] min-w-44 overflow-y-auto',
            )}
          >
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity, and keep their places.
              <Entry key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const isOffline = useOffline();
  switch (entry.kind) {
    case 'line':
      return <Base.Separator className="my-1 h-px bg-line" />;
    case 'heading':
      return <div className="px-2 py-1 text-xs font-medium text-soft">{entry.label}</div>;
    case 'choice':
      return (
        <Base.CheckboxItem
          checked={entry.checked}
          closeOnClick={entry.closes === true}
          onCheckedChange={entry.onSelect}
          className={ITEM_CLASS}
        >
          <span className="flex size-4 items-center justify-center text-accent">
            <Base.CheckboxItemIndicator>
              <Icon name="check" />
            </Base.CheckboxItemIndicator>
          </span>
          <span className="flex-1">{entry.label}</span>
        </Base.CheckboxItem>
      );
    case 'action': {
      const isImpossible = isOffline && entry.needsService === true;
      return (
        <Base.Item
          onClick={entry.onSelect}
          disabled={entry.disabled === true || isImpossible}
          className={classNames(ITEM_CLASS, entry.danger === true && 'text-down')}
        >
          {entry.icon === undefined ? null : <Icon name={entry.icon} />}
          <span className="flex-1">{entry.label}</span>
          {isImpossible ? <span className="text-xs text-soft">{words.offline.short}</span> : null}
          {entry.shortcut === undefined ? null : <kbd className="text-xs text-soft">{entry.shortcut}</kbd>}
        </Base.Item>
      );
    }
  }
}

function isUsedByKeyboard(element: HTMLElement | null): boolean {
  return element?.matches(':focus-visible') === true;
}
