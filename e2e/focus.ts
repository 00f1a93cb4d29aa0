import type { Page } from 'playwright-core';

/**
 * What of the page can be clicked and not be reached by Tab, and what shows no focus when it has it. One of several that arrow keys
 * lead through, as tabs, is enough.
 */
export async function findUnreachable(page: Page): Promise<readonly string[]> {
  // From now on the browser takes focus for moved by keyboard, and shows it.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const CLICKABLE =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=switch], [role=combobox]';
    // In the list of monitors, too, keys lead from row to row, and what its rows filter by is in the filters above it.
    const LED_BY_ARROWS =
      '[role=tablist], [role=radiogroup], [role=toolbar], [role=group], [role=grid], [role=table], [role=listbox], [role=menu]';
    const isTabbable = (element: HTMLElement) => element.tabIndex >= 0;
    /** By arrow keys from its group, or by those that open a list from the field that it belongs to. */
    const isLedTo = (element: HTMLElement): boolean => {
      const group = element.closest(LED_BY_ARROWS);
      const reached = [...(group?.querySelectorAll<HTMLElement>(CLICKABLE) ?? [])].some(isTabbable);
      const opens = element.getAttribute('aria-haspopup') === 'listbox';
      return reached || (opens && element.parentElement?.querySelector('[role=combobox]') !== null);
    };
    const named = (element: Element) => element.outerHTML.slice(0, 200);
    const lookOf = (element: Element, part?: '::after'): string => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(
        element,
        part,
      );
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineStyle + outlineWidth;
      return [outline, boxShadow, borderColor, backgroundColor].join();
    };
    /** With what surrounds it: a field may show its focus on its frame, and a link on what it spreads over its row. */
    const looksOf = (element: Element): string => {
      const around = [element, element.parentElement, element.parentElement?.parentElement];
      const looks = around.map((each) => (each === null || each === undefined ? '' : lookOf(each)));
      return [...looks, lookOf(element, '::after')].join('|');
    };
    const elements = [...document.querySelectorAll<HTMLElement>(CLICKABLE)].filter(
      (element) =>
        element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
        element.getAttribute('aria-hidden') !== 'true' &&
        element.closest('[inert]') === null &&
        !element.matches(':disabled, [aria-disabled=true]'),
    );
    const problems: string[] = [];
    for (const element of elements) {
      if (element.tabIndex < 0) {
        if (!isLedTo(element)) problems.push(`not reached by Tab: ${named(element)}`);
        continue;
      }
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const before = looksOf(element);
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) problems.push(`takes no focus: ${named(element)}`);
      else if (looksOf(element) === before) problems.push(`shows no focus: ${named(element)}`);
    }
    return problems;
  });
}
