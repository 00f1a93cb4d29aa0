/** Example address, shown if the browser also uses a loopback address. */
const EXAMPLE = 'https://overdue.example.com';
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns the setting that makes links and ping URLs work on other hosts; null if the service's address is right. */
export function missingBaseURL(baseURL: string, browserOrigin: string): string | null {
  const service = URL.parse(baseURL);
  const browser = URL.parse(browserOrigin);
  if (service === null || browser === null) return null;
  if (!LOOPBACK.test(service.hostname) && service.origin === browser.origin) return null;
  return `BASE_URL=${LOOPBACK.test(browser.hostname) ? EXAMPLE : browser.origin}`;
}
