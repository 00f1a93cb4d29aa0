/** What is written otherwise than it is meant. */
const ENCODED = /[%+]/;

/**
 * Reads the first value of a name in a query, or null, as `URLSearchParams` does. Most queries of pings have one name and nothing
 * encoded, and for those it takes a tenth of the time.
 */
export function queryReader(query: string): (name: string) => string | null {
  if (ENCODED.test(query)) {
    // It drops a question mark at the beginning: this one, and none of the query's own.
    const parameters = new URLSearchParams(`?${query}`);
    return (name) => parameters.get(name);
  }
  const parts = query.split('&');
  return (name) => {
    for (const part of parts) {
      if (part === name) return '';
      if (part.startsWith(name) && part[name.length] === '=') return part.slice(name.length + 1);
    }
    return null;
  };
}
