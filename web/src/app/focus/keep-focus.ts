/** How long we wait for the code that removed an element to set the focus itself, in milliseconds. */
const GRACE_MS = 60;

/**
 * Moves the focus when the focused element disappears, because keyboard and screen reader users would otherwise start at the top
 * of the page again. Within a page, the element in the same place gets the focus. After a dialog, the element that opened the
 * dialog gets the focus. On a new page, the heading gets the focus. After going back, the followed link gets the focus.
 */
export function keepFocus(): void {
  let place: FocusPosition | null = null;
  /** The place that last had the focus outside of dialogs, menus and toasts. */
  let openerPlace: FocusPosition | null = null;
  let leftPath = '';
  let isGoingBack = false;
  let timer: number | undefined;

  function restore(): void {
    if (place === null || place.element.isConnected || document.activeElement !== document.body) return;
    const isNewPage = place.path !== location.pathname;
    if (!isNewPage && place.ancestors.length === 0) return;
    const target = isNewPage
      ? startOfPage(isGoingBack ? leftPath : null)
      : place.isInPopup && openerPlace !== null
        ? elementOrSuccessor(openerPlace)
        : findNextFocusable(place);
    if (target === null) return;
    target.focus({ preventScroll: true });
    if (document.activeElement === target) place = recordFocusPosition(target);
  }

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    place = recordFocusPosition(target);
    if (!place.isInPopup) openerPlace = place;
    leftPath = location.pathname;
    isGoingBack = false;
  });
  // After a click on an empty area, the focus is not restored, because the user removed it on purpose.
  document.addEventListener('pointerdown', () => {
    if (document.activeElement === document.body) place = null;
  });
  // A shortcut may open another page before anything has had the focus.
  window.addEventListener(
    'keydown',
    () => {
      if (document.activeElement === document.body) place ??= pagePlace(location.pathname);
    },
    { capture: true },
  );
  window.addEventListener('popstate', () => {
    isGoingBack = true;
    // Without a focused element, the page itself is the place.
    place ??= pagePlace(leftPath);
  });
  new MutationObserver(() => {
    if (place === null || place.element.isConnected) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(restore, GRACE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

function elementOrSuccessor(place: FocusPosition): HTMLElement | null {
  return place.element.isConnected && place.element instanceof HTMLElement
    ? place.element
    : findNextFocusable(place);
}

/**
 * After going back, returns the link to the page that the user left. Otherwise, or without such a link, returns the heading of
 * the page; null while the page loads.
 */
function startOfPage(leftPath: string | null): HTMLElement | null {
  const link =
    leftPath === null
      ? null
      : contentOfPage().querySelector<HTMLElement>(`a[href="${CSS.escape(leftPath)}"]`);
  return link ?? headingOfPage();
}

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** Where a focused element was: its ancestors, nearest first, and the position of the element's branch in each of them. */
interface FocusPosition {
  readonly element: Element;
  /** Path of the page that had the element. */
  readonly path: string;
  /** Whether the element was in a dialog, a menu or a toast. */
  readonly isInPopup: boolean;
  readonly ancestors: readonly { readonly parent: Element; readonly index: number }[];
}

function recordFocusPosition(element: Element): FocusPosition {
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
function pagePlace(path: string): FocusPosition {
  return { element: document.createElement('a'), path, isInPopup: false, ancestors: [] };
}

/** Returns the focusable element that is now in the place, or the nearest one; the page's heading if there is none. */
function findNextFocusable({ ancestors }: FocusPosition): HTMLElement | null {
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
function headingOfPage(): HTMLElement | null {
  const heading = contentOfPage().querySelector<HTMLElement>('h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

function contentOfPage(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

function isFocusable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(FOCUSABLE) && element.getClientRects().length > 0;
}
