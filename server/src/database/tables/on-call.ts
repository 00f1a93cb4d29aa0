import type { Generated } from 'kysely';

export interface OnCallTables {
  on_call_schedules: SchedulesTable;
  on_call_overrides: OverridesTable;
  on_call_contacts: ContactsTable;
}

interface SchedulesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  name: string;
  timezone: string;
  rotations: string;
  created_at: number;
  revision: Generated<number>;
}

interface OverridesTable {
  id: Generated<number>;
  team_id: string;
  short_id: string;
  /** Short ID of the schedule. */
  schedule: string;
  member_id: string;
  replaces: string | null;
  from_at: number;
  to_at: number;
  created_at: number;
  revision: Generated<number>;
}

interface ContactsTable {
  id: Generated<number>;
  team_id: string;
  member_id: string;
  /** JSON list of short IDs of channels. */
  channels: string;
  /** SHA-256 of the token in the calendar's address; null without a calendar. */
  calendar_hash: string | null;
  calendar_at: number | null;
  revision: Generated<number>;
}
