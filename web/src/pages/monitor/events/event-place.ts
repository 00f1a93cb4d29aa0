/** Returns the ID of the element that shows an event. Links scroll to this element. */
export function eventElementID(number: number): string {
  return `event-${number}`;
}
