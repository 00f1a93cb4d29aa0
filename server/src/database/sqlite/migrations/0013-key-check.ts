/** Text sealed with the service's key, to detect a start with a different key. */
export const keyCheck: readonly string[] = [
  'CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed TEXT NOT NULL) STRICT',
];
