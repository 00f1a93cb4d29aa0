/** Minimum interval between updates of the last use of a session, token, project key or device, so that most requests cost no write. */
export const USE_RECORDED_EVERY_MS = 60_000;
