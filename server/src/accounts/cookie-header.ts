/** Returns the `Cookie` header that a browser would send after a response with these `Set-Cookie` headers. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}
