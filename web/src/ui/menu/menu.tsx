import { cloneElement } from 'react';
import { onDemand, useOnDemand } from '../popup/on-demand.ts';
import type { MenuProps } from './menu-entry.ts';

const CODE = onDemand(async () => (await import('./menu-popup.tsx')).MenuPopup);

/** A button with a menu. Loads the menu when the pointer is over the button. */
export function Menu(props: MenuProps) {
  const { popup: Popup, opensAtOnce, placeholderProps } = useOnDemand(CODE);
  return Popup === undefined ? (
    cloneElement(props.trigger, { ...placeholderProps, 'aria-haspopup': 'menu' as const })
  ) : (
    <Popup {...props} opensAtOnce={opensAtOnce} />
  );
}
