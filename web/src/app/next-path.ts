const HOME = '/monitors';
/** Pages that are only for people who are not signed in. */
const OPEN_PATHS = ['/sign-in', '/setup', '/reset-password'];

/** Returns the path to open after signing in: a path of this application, or the monitor list. */
export function nextPath(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//')) return HOME;
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return HOME;
  }
  // Browsers treat a backslash as a slash, and drop control characters.
  if (url.origin !== origin || url.pathname.startsWith('//') || OPEN_PATHS.includes(url.pathname))
    return HOME;
  return url.pathname === '/' ? HOME : url.pathname + url.search + url.hash;
}
