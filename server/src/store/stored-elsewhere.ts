/** Whose pings are asked for. A process that does not get on for 10 seconds does not count, as for a horizon. */
export interface StoredElsewhere {
  readonly at: number;
  /** Lives of processes that do not count either, since the asking one sees to their pings. */
  readonly own: readonly string[];
  /** Who has given no sign since then counts only if it said that pings wait. */
  readonly aliveSince: number;
}
