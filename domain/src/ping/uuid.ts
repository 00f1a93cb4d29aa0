const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether the text is a UUID with hyphens, in either case and of any version. */
export function isUUID(text: string): boolean {
  return UUID.test(text);
}
