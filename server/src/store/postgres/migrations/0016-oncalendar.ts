import { TEXT } from './column-types.ts';

/** Calendar expressions of systemd timers as schedules. Nodes of the previous version judge no monitor that has one. */
export const onCalendar: readonly string[] = [
  `ALTER TABLE monitors ADD COLUMN on_calendar ${TEXT} NOT NULL DEFAULT ''`,
];
