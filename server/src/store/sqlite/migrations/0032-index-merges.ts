/** The indexer merges segments of the index in small steps itself, because one of SQLite's automatic merges can delay pings. */
export const indexMerges: readonly string[] = [
  "INSERT INTO log_words (log_words, rank) VALUES ('automerge', 0)",
];
