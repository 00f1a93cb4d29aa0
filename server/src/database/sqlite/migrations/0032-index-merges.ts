/** The indexer merges segments of the index in small steps itself, because a single automatic merge by SQLite can delay pings. */
export const indexMerges: readonly string[] = [
  "INSERT INTO log_words (log_words, rank) VALUES ('automerge', 0)",
];
