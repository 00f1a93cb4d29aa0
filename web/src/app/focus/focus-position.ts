const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** Where a focused element was: its ancestors, nearest first, and the position of the element's branch in each of them. */
export interface FocusPosition {
  readonly element: Element;
  /** Path of the page that had the element. */
  readonly path: string;
  /** Whether the element was in a dialog, a menu or a toast. */
  readonly isInPopup: boolean;
  readonly ancestors: readonly { readonly parent: Element; readonly index: number }[];
}

export function recordFocusPosition(element: Element): FocusPosition {
  const ancestors: { parent: Element; index: number }[] = [];
  for (let child = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    ancestors.push({ parent, index: [...parent.children].indexOf(child) });
    if (parent.matches('main, [role="dialog"], [role="alertdialog"], body')) break;
  }
  const isInPopup =
    element.closest(
      '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-toast]',
    ) !== null;
  return { element, path: location.pathname, isInPopup, ancestors };
}

/** The place of the whole page, for pages on which nothing has had the focus yet. */
export function pagePlace(path: string): FocusPosition {
  return { element: document.createElement('a'), path, isInPopup: false, ancestors: [] };
}

/** Returns the focusable element that is now in the place, or the nearest one; the page's heading if there is none. */
export function findNextFocusable({ ancestors }: FocusPosition): HTMLElement | null {
  for (const { parent, index } of ancestors) {
    if (!parent.isConnected) continue;
    // The whole page was replaced.
    if (parent.matches('main, #root, body')) break;
    const after = [...parent.children].slice(index);
    const before = [...parent.children].slice(0, index).reverse();
    for (const child of [...after, ...before]) {
      const found = [child, ...child.querySelectorAll(FOCUSABLE)].find(isFocusable);
      if (found !== undefined) return found;
    }
  }
  return headingOfPage();
}

/** Returns the heading of the page, which can take the focus; null while the page loads. */
export function headingOfPage(): HTMLElement | null {
  const heading = contentOfPage().querySelector<HTMLElement>('h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

export function contentOfPage(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

function isFocusable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(FOCUSABLE) && element.getClientRects().length > 0;
}
