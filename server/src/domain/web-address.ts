/** Parses an http or https URL, which may contain credentials; null for any other text. */
export function parseWebURL(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** Returns the URL of a web page or a web service; null for another scheme, or with credentials. */
export function parseWebAddress(text: string): URL | null {
  const url = parseWebURL(text);
  return url?.username === '' && url.password === '' ? url : null;
}

/** Percent-encodes every character of a URL that any chat treats as markup. Keeps the brackets of IPv6 addresses. */
export function encodeMarks({ origin, href }: URL): string {
  const rest = href.slice(origin.length).replace(/[@()<>[\]{}*'"`|\\^\s]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `${origin}${rest}`;
}
