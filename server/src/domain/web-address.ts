/** Returns the URL of a web page or a web service; null for another scheme, or with credentials. */
export function parseWebAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url
    : null;
}
