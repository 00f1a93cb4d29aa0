/*
 * Maximum lengths, in characters, of texts that people enter. The API and the forms of the application share them.
 */

/** Name of a monitor, project, channel, policy, on-call schedule, maintenance window, token or key. */
export const NAME_LENGTH_MAX = 200;
/** Name of a person or a team, and title of a share. */
export const SHORT_NAME_LENGTH_MAX = 100;
export const INCIDENT_NOTE_LENGTH_MAX = 5000;
/** A pasted crontab line with the lines before it. */
export const CRONTAB_LENGTH_MAX = 10_000;
/** Stored part of a program's or browser's user agent. */
export const USER_AGENT_LENGTH_MAX = 200;
