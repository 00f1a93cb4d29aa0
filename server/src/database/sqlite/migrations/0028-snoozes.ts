/** Snoozes of incidents: a JSON list, oldest first. */
export const snoozes: readonly string[] = [
  "ALTER TABLE incidents ADD COLUMN snoozes TEXT NOT NULL DEFAULT '[]'",
];
