import { type RefObject, useRef } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';

/**
 * Handles the shortcuts of the lists of incidents. They move the focus between the links of all rows, so Enter opens an incident.
 * Returns the ref of the element that contains the lists.
 */
export function useIncidentKeys<E extends HTMLElement>(): RefObject<E | null> {
  const lists = useRef<E>(null);
  const links = () => [...(lists.current?.querySelectorAll<HTMLElement>('[data-incident]') ?? [])];
  const focused = (all: readonly HTMLElement[]) =>
    all.findIndex((link) => rowOf(link)?.contains(document.activeElement));

  function move(by: 1 | -1): void {
    const all = links();
    const index = focused(all);
    const next = all[index === -1 ? 0 : index + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }

  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    acknowledge() {
      const all = links();
      const row = rowOf(all[focused(all)]);
      row?.querySelector<HTMLElement>('[data-acknowledge]')?.click();
    },
  });
  return lists;
}

function rowOf(link: HTMLElement | undefined): Element | null {
  return link?.closest('tr') ?? null;
}
