type Fetch = (path: string, init: RequestInit) => Response | Promise<Response>;

export interface Page {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly headers: Headers;
}

/** Simulates a browser: stores cookies, and sends the origin of the page. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  send(
    method: string,
    path: string,
    json?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
}

export function openBrowser(fetch: Fetch, origin: string): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method, path, json, headers = {}) {
      const response = await fetch(path, {
        method,
        redirect: 'manual',
        headers: {
          Host: new URL(origin).host,
          ...(method === 'GET' ? {} : { Origin: origin }),
          ...(cookies.size === 0
            ? {}
            : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          'User-Agent': 'Test/1.0',
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
      const text = await response.text();
      const envelope = text === '' ? {} : JSON.parse(text);
      const data = envelope.data ?? {};
      return { status: response.status, headers: response.headers, data, error: data.error ?? null };
    },
  };
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}
