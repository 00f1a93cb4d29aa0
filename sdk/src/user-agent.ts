/** Version of this package. A test checks that it equals the version in `package.json`. */
export const VERSION = '0.1.0';

/**
 * Returns the `User-Agent` header with the versions of this client and its runtime. Returns no header in browsers, because a
 * custom `User-Agent` causes a CORS preflight.
 */
export function userAgent(
  runtime: unknown = Reflect.get(globalThis, 'process'),
): Readonly<Record<string, string>> {
  const node = nodeVersion(runtime);
  return node === null ? {} : { 'User-Agent': `overdue-sdk/${VERSION} (node/${node})` };
}

function nodeVersion(runtime: unknown): string | null {
  if (typeof runtime !== 'object' || runtime === null || !('versions' in runtime)) return null;
  const { versions } = runtime;
  if (typeof versions !== 'object' || versions === null || !('node' in versions)) return null;
  return typeof versions.node === 'string' ? versions.node : null;
}
