/** Matches a test of a path at the beginning of a command: `test -x PATH ||` or `[ ! -d PATH ] &&`. */
const GUARD = /^(?:test\s+(!\s+)?-[a-z]\s+(\S+)|\[\s+(!\s+)?-[a-z]\s+(\S+)\s+\])\s*(\|\||&&)/;

/**
 * Returns why a command does nothing on this host; null if it does something. Packages with timers also install such
 * commands for hosts without systemd.
 */
export function reasonForIdleness(command: string, exists: (path: string) => boolean): string | null {
  const [, negated1, path1, negated2, path2, operator] = GUARD.exec(command.trim()) ?? [];
  const path = path1 ?? path2;
  if (path === undefined) return null;
  const isThere = exists(path);
  const isTrue = isThere === ((negated1 ?? negated2) === undefined);
  if (isTrue === (operator === '&&')) return null;
  return `The command does nothing on this host, because ${path} ${isThere ? 'exists' : "doesn't exist"}.`;
}
