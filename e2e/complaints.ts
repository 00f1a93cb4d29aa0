import type { BrowserContext } from 'playwright-core';

export interface Complaints {
  /** Everything so far, oldest first. */
  all(): readonly string[];
  /** All but those that match: what a test brings about itself, such as a refusal. */
  except(...expected: readonly RegExp[]): readonly string[];
}

/** What no page may do: an error in the console, also one of the policy, a failed script, a request to another host. */
export function listenForComplaints(context: BrowserContext, baseURL: string): Complaints {
  const complaints: string[] = [];
  const { host } = new URL(baseURL);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${pathOf(message.page()?.url())}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => {
    // Some have no stack, and some nothing else.
    const { name, message, stack = '' } = thrown.error();
    complaints.push(`${pathOf(thrown.page()?.url())}: ${name}: ${message} ${stack}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== host)
      complaints.push(`${pathOf(request.frame().url())}: a request to ${url.host}`);
  });
  return {
    all: () => [...complaints],
    except: (...expected) => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}

function pathOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** What Chromium writes when a stranger's page asks who is signed in. */
export const NOT_SIGNED_IN = /status of 401/;
/** Console messages of Chromium while the service stops, is away, or starts. A stopping service answers new requests with 503. */
export const NO_SERVICE =
  /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|status of 503/;
