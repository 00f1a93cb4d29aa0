/** Returns a field of a JSON object; undefined if the value has no such field. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the text of a field; null if the field is missing or isn't text. */
export function textField(value: unknown, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : null;
}

/** Returns the list in a field; null if the field is missing or isn't a list. */
export function listField(value: unknown, key: string): readonly unknown[] | null {
  const field = fieldOf(value, key);
  return Array.isArray(field) ? field : null;
}
