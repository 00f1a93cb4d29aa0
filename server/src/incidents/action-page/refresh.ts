import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { currentSnooze } from '@overdue/domain/incidents/snooze.ts';

/** Interval at which an open page asks whether its incident has changed. */
const REFRESH_EVERY_MS = 20_000;

/** Returns a text that changes when the incident is acknowledged, taken over, snoozed or closed. */
export function refreshState(
  incident: Pick<Incident, 'acknowledgedAt' | 'acknowledgedBy' | 'closedAt' | 'snoozes'>,
  now: number,
): string {
  const { acknowledgedAt, acknowledgedBy, closedAt } = incident;
  return [acknowledgedAt, acknowledgedBy, currentSnooze(incident, now)?.until, closedAt].join(' ');
}

/**
 * Loads the page again if another person has acted on the incident, or if the incident has ended. Checks for changes regularly
 * while the page is visible, and when a phone shows the page again.
 */
export const REFRESH_SCRIPT = `
const card = document.querySelector('main[data-state]');
const checkState = async () => {
  const field = document.activeElement;
  if (card.dataset.state === '' || document.hidden || (field instanceof HTMLInputElement && field.value !== '')) return;
  try {
    const response = await fetch(location.pathname, { headers: { Accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
    if (response.ok && next !== null && next.dataset.state !== card.dataset.state) location.replace(location.pathname);
  } catch {
    // The next check tries again.
  }
};
setInterval(checkState, ${REFRESH_EVERY_MS});
document.addEventListener('visibilitychange', checkState);
`;
