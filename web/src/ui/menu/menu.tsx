import { cloneElement } from 'react';
import { onDemand, useOnDemand } from '../on-demand.ts';
import type { MenuProps } from './menu-entry.ts';

const CODE = onDemand(async () => (await import('./menu-popup.tsx')).MenuPopup);

/** Loads its popup when someone points at the button. */
export function Menu(props: MenuProps) {
  const { popup: Popup, opensAtOnce, placeholderProps } = useOnDemand(CODE);
  return Popup === undefined ? (
    cloneElement(props.trigger, { ...placeholderProps, 'aria-haspopup': 'menu' as const })
  ) : (
    <Popup {...props} opensAtOnce={opensAtOnce} />
  );
}
