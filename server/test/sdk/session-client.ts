import { type Client, createClient } from '../../../sdk/src/index.ts';
import { type Browser, openBrowser } from '../accounts/browser.ts';

/** Creates the first account of a running service in a browser. Returns a client with the session of this browser. */
export async function setUpInBrowser(baseURL: string): Promise<Client> {
  const owner = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'Acme' };
  return sessionClient(baseURL, (browser) => browser.send('POST', '/v1/setup/', owner));
}

/** Signs in to a running service in a browser. Returns a client with the session of this browser. */
export async function signInToClient(
  baseURL: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Client> {
  return sessionClient(baseURL, (browser) =>
    browser.send('POST', '/auth/sign-in/email', { email, password }),
  );
}

async function sessionClient(
  baseURL: string,
  enter: (browser: Browser) => ReturnType<Browser['send']>,
): Promise<Client> {
  const browser = openBrowser((path, init) => fetch(`${baseURL}${path}`, init), baseURL);
  const { error } = await enter(browser);
  if (error !== null) throw new Error(error.message);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return createClient({
    baseURL,
    credentials: 'session',
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('Cookie', cookie);
      headers.set('Origin', baseURL);
      return fetch(url, { ...init, headers });
    },
  });
}
