/** Returns a number with its noun in the singular or the plural, such as "1 monitor". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
