/** Index of ping IDs in lower case, for the addresses of email pings. */
export const pingIDsInAnyCase: readonly string[] = [
  'CREATE INDEX monitors_ping_key_lower ON monitors (lower(ping_key))',
];
