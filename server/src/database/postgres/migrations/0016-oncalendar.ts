import { TEXT } from './column-types.ts';

/** Calendar expressions of systemd timers as schedules. Nodes of the previous version don't judge monitors with such a schedule. */
export const onCalendar: readonly string[] = [
  `ALTER TABLE monitors ADD COLUMN on_calendar ${TEXT} NOT NULL DEFAULT ''`,
];
