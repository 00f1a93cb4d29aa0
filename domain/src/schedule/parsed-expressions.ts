const EXPRESSIONS_MAX = 10_000;

/**
 * Caches parsed expressions, so that a burst of deadlines parses each expression only once. Evicts the least recently used
 * expression.
 */
export function cacheParsed<Parsed>(
  parse: (expression: string, timezone: string) => Parsed,
): (expression: string, timezone: string) => Parsed {
  const cache = new Map<string, Parsed>();
  return (expression, timezone) => {
    const key = `${timezone} ${expression}`;
    const cached = cache.get(key);
    if (cached !== undefined) {
      // A Map keeps insertion order, so the first key is the least recently used key.
      cache.delete(key);
      cache.set(key, cached);
      return cached;
    }
    const parsed = parse(expression, timezone);
    const [oldest] = cache.keys();
    if (cache.size >= EXPRESSIONS_MAX && oldest !== undefined) cache.delete(oldest);
    cache.set(key, parsed);
    return parsed;
  };
}
