import { zoneSpanAt } from '@overdue/domain/schedule/timezone.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { writeTime } from '../api/times.ts';
import { html, type Markup } from '../platform/http/markup.ts';

/** Formats times in one time zone, with the exact UTC time for programs and tooltips. */
export interface PageTimes {
  /** `03:00` today, `20 Nov, 03:00` on other days, with the year in other years. */
  moment(at: number): Markup;
  /** `20 Nov 2026, 03:00`: always with date and year. */
  whole(at: number): Markup;
  /** `03:00` */
  clock(at: number): Markup;
  /** End of a span; includes the date only if it differs from the start. */
  until(at: number, since: number): Markup;
  /** `Friday 20 November` */
  day(at: number): string;
  /** `20 Nov` */
  date(at: number): string;
  /** `Europe/Riga, UTC+02:00`. The page's script replaces this text with the visitor's zone. */
  readonly zone: Markup;
}

export function pageTimes(timeZone: string, now: number): PageTimes {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = format({ day: 'numeric', month: 'short' });
  const dateOfYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const year = format({ year: 'numeric' });
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const isSameDay = (a: number, b: number) => dateOfYear.format(a) === dateOfYear.format(b);
  const writeDated = (at: number) => {
    const named = year.format(at) === year.format(now) ? date : dateOfYear;
    return `${named.format(at)}, ${clock.format(at)}`;
  };
  // `form` tells the script how to write the time in the visitor's zone.
  const mark = (form: 'moment' | 'whole' | 'clock', at: number, written: string) => {
    const exact = writeTime(at);
    return html`<time datetime="${exact}" title="${exact}" data-form="${form}">${written}</time>`;
  };
  const zone =
    timeZone === 'UTC' ? 'UTC' : `${timeZone}, UTC${writeOffset(zoneSpanAt(timeZone, now).offsetMs)}`;
  return {
    moment: (at) => mark('moment', at, isSameDay(at, now) ? clock.format(at) : writeDated(at)),
    whole: (at) => mark('whole', at, `${dateOfYear.format(at)}, ${clock.format(at)}`),
    clock: (at) => mark('clock', at, clock.format(at)),
    until: (at, since) => mark('clock', at, isSameDay(at, since) ? clock.format(at) : writeDated(at)),
    day: (at) => day.format(at),
    date: (at) => date.format(at),
    zone: html`<span data-zone-name>${zone}</span>`,
  };
}

function writeOffset(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '−' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Formats the two largest units: `2 h 3 min`. */
export function formatMs(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`;
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const parts = [
    days === 0 ? '' : days === 1 ? '1 day' : `${days} days`,
    hours === 0 ? '' : `${hours} h`,
    minutes === 0 || days > 0 ? '' : `${minutes} min`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * Script of status pages: shows times in the visitor's zone, and names the zone. Without scripts, times stay in the zone of the
 * page. The script is a string, so that its hash can be computed for the content security policy.
 */
export const VISITOR_ZONE_SCRIPT = `(() => {
  const { zone: pageZone, now: asOf } = document.documentElement.dataset;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === pageZone) return;
  const now = Date.parse(asOf);
  const format = (timeZone, options) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  const DATE = { day: 'numeric', month: 'short' };
  const clock = format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = format(zone, DATE);
  const year = format(zone, { year: 'numeric' });
  const whole = format(zone, { ...DATE, year: 'numeric' });
  const wholeOfPage = format(pageZone, { ...DATE, year: 'numeric' });
  const dated = (at) => (year.format(at) === year.format(now) ? date : whole).format(at) + ', ' + clock.format(at);
  const write = {
    moment: (at) => (whole.format(at) === whole.format(now) ? clock.format(at) : dated(at)),
    whole: (at) => whole.format(at) + ', ' + clock.format(at),
    // Stands beside a date of the page, which may be another day for the visitor.
    clock: (at, text) => (text.includes(',') || whole.format(at) !== wholeOfPage.format(at) ? dated(at) : clock.format(at)),
  };
  for (const element of document.querySelectorAll('time[data-form]'))
    element.textContent = write[element.dataset.form](Date.parse(element.dateTime), element.textContent);
  const parts = format(zone, { timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName').value.replace('GMT', 'UTC').replace('-', '\u2212');
  for (const element of document.querySelectorAll('[data-zone-name]'))
    element.textContent = zone === 'UTC' ? zone : zone + ', ' + (offset === 'UTC' ? 'UTC+00:00' : offset);
})();`;
