/**
 * Index of the words in logs, partitioned like the logs, and how far each monitor's events are indexed. Nodes of the previous
 * version delete logs without deleting their words. A search ignores these leftover words, which are dropped with their
 * partition.
 */
export const search: readonly string[] = [
  `CREATE TABLE log_words (
    monitor_id BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, words TSVECTOR NOT NULL,
    PRIMARY KEY (monitor_id, number, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE INDEX log_words_at ON log_words (at, monitor_id, number)',
  'CREATE INDEX log_words_words ON log_words USING gin (words)',
  `DO $$ DECLARE part record; BEGIN
    FOR part IN SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'event_bodies'::regclass
    LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF log_words %s', replace(part.name, 'event_bodies', 'log_words'), part.bound);
    END LOOP;
  END $$`,
  `CREATE TABLE log_positions (
    monitor_id BIGINT PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE, indexed_until BIGINT NOT NULL
  )`,
];
