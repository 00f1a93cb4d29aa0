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
