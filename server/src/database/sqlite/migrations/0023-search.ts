/**
 * Index of the words in logs. It stores neither texts nor positions, so that it stays small. A row's ID is the ID of its event.
 * The service folds the words and separates them by spaces before it adds them to the index.
 */
export const search: readonly string[] = [
  `CREATE VIRTUAL TABLE log_words USING fts5 (
    words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
  )`,
  `CREATE TABLE log_index (id INTEGER PRIMARY KEY CHECK (id = 1), indexed_until INTEGER NOT NULL) STRICT`,
  'INSERT INTO log_index (id, indexed_until) VALUES (1, 0)',
  // Uses a trigger, because SQLite restores the last inserted ID after a trigger. Without a trigger, a deletion from the index
  // would set this ID to a number that the driver can't represent, and the next statement would fail.
  `CREATE TRIGGER events_forget_words AFTER DELETE ON events WHEN OLD.body_size > 0
    BEGIN DELETE FROM log_words WHERE rowid = OLD.id; END`,
];
