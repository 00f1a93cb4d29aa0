/** Whether two JSON values are equal. The order of fields doesn't matter. */
export function isSameJSON(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const fields = new Map(Object.entries(a));
  const others = Object.entries(b);
  return (
    fields.size === others.length &&
    others.every(([name, value]) => fields.has(name) && isSameJSON(fields.get(name), value))
  );
}
