import type { BrowserContext } from 'playwright-core';

export interface BrowserErrors {
  all(): readonly string[];
  /** Returns the errors, without errors that match an expected pattern, such as a refusal that the test provokes. */
  except(...expected: readonly RegExp[]): readonly string[];
}

/** Records forbidden events: console errors, policy violations, failed scripts and requests to other hosts. */
export function recordBrowserErrors(context: BrowserContext, baseURL: string): BrowserErrors {
  const browserErrors: string[] = [];
  const { host } = new URL(baseURL);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      browserErrors.push(`${pathOf(message.page()?.url())}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => {
    // Some errors have no stack, and others have nothing but a stack.
    const { name, message, stack = '' } = thrown.error();
    browserErrors.push(`${pathOf(thrown.page()?.url())}: ${name}: ${message} ${stack}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== host)
      browserErrors.push(`${pathOf(request.frame().url())}: a request to ${url.host}`);
  });
  return {
    all: () => [...browserErrors],
    except: (...expected) => browserErrors.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}

function pathOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** Console message of Chromium when the page of a new email address looks up an unknown link. */
export const UNKNOWN_EMAIL_LINK = /\/v1\/account\/email-change\/look-up\//;
/** Console message of Chromium when a signed-out page requests the account. */
export const NOT_SIGNED_IN = /status of 401/;
/** Console messages of Chromium while the service stops, is down, or starts. A stopping service responds with 503. */
export const NO_SERVICE =
  /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|status of 503/;
