/**
 * The order matters: the user agents of Edge and Opera also contain Chrome's name, and Chrome's user agent contains Safari's
 * name.
 */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Shortens a user agent to the browser and operating system, as in "Firefox on Android", or else to the first program and its
 * version.
 */
export function shortUserAgent(userAgent: string): string {
  const find = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = userAgent.startsWith('Mozilla/') ? find(BROWSERS) : undefined;
  if (browser === undefined) return userAgent.trim().split(/\s/)[0] ?? '';
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
