/** Returns the ID of the element that shows an event, to which links scroll. */
export function eventElementID(number: number): string {
  return `event-${number}`;
}
