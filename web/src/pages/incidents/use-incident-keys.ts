import { type RefObject, useEffect, useRef } from 'react';
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
    const rowLinks = links();
    const index = focused(rowLinks);
    const next = rowLinks[index === -1 ? 0 : index + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }

  /** Clicks a control in the focused row. */
  function press(control: string): void {
    const rowLinks = links();
    rowOf(rowLinks[focused(rowLinks)])?.querySelector<HTMLElement>(control)?.click();
  }

  const selectionBar = () =>
    lists.current?.querySelector<HTMLElement>('[data-acknowledge-selection]') ?? null;

  useKeptFocus(lists);
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    select: () => press('[data-select]'),
    selectAll: () => lists.current?.querySelector<HTMLElement>('[data-select-all]')?.click(),
    acknowledge() {
      if (selectionBar() === null) press('[data-acknowledge]');
      else selectionBar()?.click();
    },
  });
  return lists;
}

function rowOf(link: HTMLElement | undefined): Element | null {
  return link?.closest('tr') ?? null;
}

/** Moves the focus to the link of the row when the focused button disappears, for example after it acknowledged the incident. */
function useKeptFocus(lists: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ readonly control: Element; readonly row: Element | null }>(null);
  useEffect(() => {
    const element = lists.current;
    if (element === null) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = { control: target, row: target.closest('tr') };
    };
    const observer = new MutationObserver(() => {
      const last = focused.current;
      if (last === null || last.control.isConnected || document.activeElement !== document.body) return;
      const place = last.row?.isConnected === true ? last.row : element;
      place.querySelector<HTMLElement>('[data-incident]')?.focus();
    });
    element.addEventListener('focusin', remember);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [lists]);
}
