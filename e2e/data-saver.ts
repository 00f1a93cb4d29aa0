import type { BrowserContext } from 'playwright-core';

/**
 * Tells the context's pages that the user saves data. Otherwise each page loads the code of all other pages while it is idle, which
 * takes more processor time than the page itself.
 */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', {
      // A getter reads `isPrefetchAllowed` when the page asks, because the scripts of a context run in no defined order.
      get: () => !('isPrefetchAllowed' in window),
      // A window may outlive its first document. The script then runs again and redefines the property.
      configurable: true,
    });
  });
}

/** Undoes {@link saveData} for pages that the context opens from now on. */
export async function allowPrefetch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(window, { isPrefetchAllowed: true });
  });
}
