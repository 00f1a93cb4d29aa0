import type { Page } from 'playwright-core';

/**
 * Returns clickable elements that can't be reached with Tab, and elements whose focus isn't visible. In a group with
 * arrow keys, such as tabs, one reachable element is enough.
 */
export async function findUnreachable(page: Page): Promise<readonly string[]> {
  // The browser shows the focus only after a key press.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const CLICKABLE =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=switch], [role=combobox]';
    // The list of roles includes tables, because arrow keys reach the rows of the monitor list. The filters inside rows are also
    // available above the list.
    const LED_BY_ARROWS =
      '[role=tablist], [role=radiogroup], [role=toolbar], [role=group], [role=grid], [role=table], [role=listbox], [role=menu]';
    const isTabbable = (element: HTMLElement) => element.tabIndex >= 0;
    /** Whether the element can be reached with arrow keys within a group, or by opening a list from its field. */
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
    /**
     * Returns the styles of the element and its ancestors, because a field may show its focus on its frame, and a link on its
     * row.
     */
    const looksOf = (element: Element): string => {
      const around = [element, element.parentElement, element.parentElement?.parentElement];
      const looks = around.map((neighbour) =>
        neighbour === null || neighbour === undefined ? '' : lookOf(neighbour),
      );
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
