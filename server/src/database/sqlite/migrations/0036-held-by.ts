/** Causes of held alerts. Earlier versions stored only a sentence, which begins with the cause. */
export const heldBy: readonly string[] = [
  `ALTER TABLE outbox ADD COLUMN held_by TEXT`,
  `UPDATE outbox SET held_by = CASE WHEN held LIKE 'Flapping%' THEN 'flapping' WHEN held LIKE 'Snoozed%' THEN 'snooze'
    WHEN held LIKE 'Muted%' THEN 'mute' ELSE 'maintenance' END WHERE planned_at IS NULL AND held IS NOT NULL`,
];
