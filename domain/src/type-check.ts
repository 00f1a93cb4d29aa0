/** Checks whether an unknown value, such as stored JSON, has the type `T`. */
export type Check<T> = (value: unknown) => value is T;

export const isNumber: Check<number> = (value) => typeof value === 'number';
export const isText: Check<string> = (value) => typeof value === 'string';
export const isTexts: Check<readonly string[]> = (value) => Array.isArray(value) && value.every(isText);

export function orNull<T>(is: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || is(value);
}
