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

/**
 * Percent-encodes all characters after a URL's origin that some chat treats as markup. The origin may contain the brackets of an
 * IPv6 address.
 */
export function encodeMarks({ origin, href }: URL): string {
  const rest = href.slice(origin.length).replace(/[@()<>[\]{}*'"`|\\^\s]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `${origin}${rest}`;
}
