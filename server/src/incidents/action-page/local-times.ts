import { timeWords } from '@overdue/domain/schedule/timezone.ts';
import { html, type Markup } from '../../platform/http/markup.ts';

/** Writes a time in the job's time zone. {@link LOCAL_TIMES_SCRIPT} puts the reader's local time first. */
export function timeMarkup(at: number, timezone: string): Markup {
  return html`<time datetime="${new Date(at).toISOString()}" data-zone="${timezone}">${timeWords(at, timezone)}</time>`;
}

/**
 * Writes the time at which a snooze until morning ends. {@link LOCAL_TIMES_SCRIPT} replaces the time with the morning in the
 * reader's time zone.
 */
export function morningMarkup(at: number, timezone: string): Markup {
  return html`<span data-morning>${timeWords(at, timezone)}</span>`;
}

/** Writes the start of an outage. {@link LOCAL_TIMES_SCRIPT} adds the elapsed time and keeps it up to date. */
export function downSince(
  at: number,
  { timezone, now }: { readonly timezone: string; readonly now: number },
) {
  return html`<span data-elapsed="${Math.max(0, now - at)}">Down</span> since ${timeMarkup(at, timezone)}`;
}

/**
 * Shows times in the reader's time zone, followed by the job's time zone where the two differ. Replaces the end of a snooze until
 * morning with the morning in the reader's time zone. Keeps the duration of the downtime up to date, starting from the duration
 * that the service measured, because the reader's clock may be wrong.
 */
export const LOCAL_TIMES_SCRIPT = `'use strict';
const FORMAT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const write = (at, timeZone) => {
  const parts = new Intl.DateTimeFormat('en-US', { ...FORMAT, timeZone }).formatToParts(at);
  const part = (name) => parts.find(({ type }) => type === name).value;
  return { date: part('day') + ' ' + part('month'), clock: part('hour') + ':' + part('minute') };
};
const today = write(Date.now()).date;
const join = ({ date, clock }) => (date === today ? clock : date + ' ' + clock);
for (const element of document.querySelectorAll('time')) {
  const at = new Date(element.dateTime);
  const { zone } = element.dataset;
  const own = write(at);
  const ofJob = write(at, zone);
  const isSame = own.date === ofJob.date && own.clock === ofJob.clock;
  const other = own.date === ofJob.date ? ofJob.clock : join(ofJob);
  element.textContent = isSame ? join(own) : join(own) + ' (' + other + ' in ' + zone + ')';
}
const morning = new Date();
morning.setHours(8, 0, 0, 0);
if (morning - Date.now() < 3600000) morning.setDate(morning.getDate() + 1);
for (const element of document.querySelectorAll('[data-morning]'))
  element.textContent = new Intl.DateTimeFormat('en-US', { weekday: 'short' }).format(morning) + ' 08:00';
for (const field of document.querySelectorAll('input[name=zone]'))
  field.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const SIZES = [86400, 3600, 60, 1];
const UNITS = ['d', 'h', 'min', 's'];
const writeLength = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const counts = SIZES.map((size, index) => Math.floor((index === 0 ? seconds : seconds % SIZES[index - 1]) / size));
  const largest = counts.findIndex((count) => count > 0);
  const first = largest === -1 ? 3 : largest;
  const shown = UNITS.map((unit, index) => counts[index] + ' ' + unit).slice(first, first + 2);
  return shown.join(' ');
};
for (const element of document.querySelectorAll('[data-elapsed]')) {
  const elapsed = Number(element.dataset.elapsed) - performance.now();
  const show = () => {
    element.textContent = 'Down for ' + writeLength(elapsed + performance.now()) + ',';
  };
  show();
  setInterval(show, 1000);
}
`;
