import { hash } from 'node:crypto';
import { REASON_TEXTS } from '@overdue/domain/incidents/incident.ts';
import { writeTime } from '../api/times.ts';
import { TYPEFACE_PATH } from '../pages/built-web.ts';
import { PAGE_STYLE } from '../pages/page-style.ts';
import { html, type Markup, raw } from '../platform/http/markup.ts';
import { dayStrip } from './day-strip.ts';
import type { OverallStatus } from './overall-status.ts';
import { ENDED_ICON, statusIcon } from './overall-status.ts';
import { formatMs, type PageTimes, pageTimes, VISITOR_ZONE_SCRIPT } from './page-times.ts';
import {
  type ShownIncident,
  type ShownMaintenance,
  type ShownMonitor,
  STRIP_DAYS,
  type StatusPage,
} from './status-page.ts';
import { writeUptime } from './uptime-days.ts';

/** Style of status pages. Copies sizes and shapes from web/src/styles/tokens.css. */
const STATUS_STYLE = `${PAGE_STYLE}.frame{max-width:90rem;margin:0 auto;padding:40px 24px 24px}
h1,h2,h3,p,ul{margin:0;padding:0}
ul{list-style:none}
h1{font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.012em;text-wrap:balance}
h2{font-size:16px;line-height:24px;font-weight:650;margin-bottom:12px}
h3{font-size:14px;font-weight:600;color:var(--soft)}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.soft{color:var(--soft)}
.lead{color:var(--soft);max-width:44rem;margin-top:8px;white-space:pre-line}
section{margin-top:40px}
svg.shape{width:12px;height:12px;flex:none}
.up{--tone:var(--up)}.late{--tone:var(--late)}.failing{--tone:var(--failing)}.down{--tone:var(--down)}.paused{--tone:var(--paused)}.new{--tone:var(--new)}.none{--tone:var(--none)}
.tone{color:var(--tone)}
.verdict{display:flex;gap:16px;align-items:center;margin-top:24px;padding:20px 24px;border:1px solid color-mix(in oklab,var(--tone) 34%,var(--line));border-radius:10px;background:color-mix(in oklab,var(--tone) 8%,var(--panel))}
.verdict svg.shape{width:28px;height:28px}
.verdict p:first-child{font-size:20px;line-height:28px;font-weight:650;text-wrap:balance}
.cards{display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr))}
.card{padding:14px 16px;border:1px solid var(--line);border-radius:10px;background:var(--panel);break-inside:avoid}
.head{display:flex;gap:8px;align-items:baseline}
.head svg.shape{align-self:center}
.name{font-weight:600;flex:1;min-width:0}
.word{font-weight:500;white-space:nowrap}
.strip{display:block;width:100%;height:28px;margin-top:12px}
.strip path{fill:none;stroke-dasharray:3.6 1.4}
.ends{display:flex;justify-content:space-between;margin-top:2px;font-size:11px;line-height:14px;color:var(--soft)}
.strip .up{stroke:color-mix(in oklab,var(--up) 62%,var(--panel));stroke-width:23}
.strip .down,.strip .mark{fill:var(--down)}
.strip .whole{pointer-events:all}
.strip .empty{stroke:var(--line);stroke-width:4}
.foot{display:flex;justify-content:space-between;gap:12px;margin-top:6px;font-size:12px;line-height:16px;color:var(--soft)}
.rows>li{display:flex;gap:10px;align-items:baseline;padding:12px 16px;border:1px solid var(--line);border-bottom-width:0;background:var(--panel);break-inside:avoid}
.rows>li:first-child{border-radius:10px 10px 0 0}
.rows>li:last-child{border-bottom-width:1px;border-radius:0 0 10px 10px}
.rows>li:only-child{border-radius:10px}
.rows svg.shape{align-self:center}
.rows div{flex:1;min-width:0}
.days{columns:32rem;column-gap:24px}
.day{break-inside:avoid;padding-bottom:20px}
details summary{cursor:pointer;width:max-content;max-width:100%}
details summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
details li{padding-top:4px}
.day h3{margin-bottom:8px}
footer{display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between;margin-top:48px;padding-top:16px;border-top:1px solid var(--line);font-size:12px;line-height:16px;color:var(--soft)}
@media (max-width:639px){.frame{padding:24px 16px}h1{font-size:24px;line-height:32px}.verdict{padding:16px;gap:12px}.verdict svg.shape{width:22px;height:22px}section{margin-top:32px}}
@media (forced-colors:active){.strip .up,.strip .empty{stroke:CanvasText}.strip .down,.strip .mark{fill:Highlight}}
@media print{:root{color-scheme:light}body{background:none}.frame{padding:0;max-width:none}.verdict,.strip{print-color-adjust:exact;-webkit-print-color-adjust:exact}section{margin-top:24px}footer{margin-top:24px}}
`;

/** Content security policy. Allows only one style and one script (by their hashes), the typeface, and an inline icon. */
export const STATUS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STATUS_STYLE, 'base64')}'`,
  `script-src 'sha256-${hash('sha256', VISITOR_ZONE_SCRIPT, 'base64')}'`,
  "font-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Writes a status page. `jsonPath`: path of the same page as JSON. */
export function statusHTML(page: StatusPage, jsonPath: string): string {
  const times = pageTimes(page.timezone, page.asOf);
  const { overall, sentence, title } = page;
  return frame(
    {
      title: `${sentence.replace(/\.$/, '')} · ${title}`,
      overall,
      indexed: page.indexed,
      times: { zone: page.timezone, now: writeTime(page.asOf) },
    },
    html`<header>
<h1>${title}</h1>
${page.description === '' ? html`` : html`<p class="lead">${page.description}</p>`}
<div class="verdict ${overall}"><span class="tone">${shape(overall)}</span><div><p>${sentence}</p><p class="soft">As of ${times.whole(page.asOf)} (${times.zone})</p></div></div>
</header>
<main>
${page.open.length === 0 ? html`` : section('Open incidents', rows(page.open.map((incident) => openIncident(incident, page.asOf, times))))}
${page.maintenance.length === 0 ? html`` : section('Maintenance', rows(page.maintenance.map((window) => maintenance(window, times))))}
${page.monitors.length === 0 ? html`` : section('Jobs', jobs(page, times))}
${section('Past incidents', pastIncidents(page.past, times))}
</main>
<footer><span>Times are in ${times.zone}. Each bar is one day in ${page.timezone}. Downtime fills a bar from the top, in proportion to its share of the day, and has a mark below the bar. Short grey bars are days without runs or without data.</span><span><a href="${jsonPath}">This page as JSON</a> · Monitored by Overdue</span></footer>`,
  );
}

export function unavailableHTML(): string {
  return frame(
    { title: 'This page is temporarily unavailable', overall: 'none', indexed: false },
    html`<main><h1>This page is temporarily unavailable</h1>
<p class="lead">Reload it in a minute.</p></main>`,
  );
}

export function missingPageHTML(): string {
  return frame(
    { title: 'There is no such page', overall: 'none', indexed: false },
    html`<main><h1>There is no such page</h1>
<p class="lead">It may have been withdrawn. Ask the person who gave you the address.</p></main>`,
  );
}

interface Frame {
  readonly title: string;
  readonly overall: OverallStatus;
  readonly indexed: boolean;
  /** Zone and time of the page. The script needs both to write times in the visitor's zone. */
  readonly times?: { readonly zone: string; readonly now: string };
}

function frame({ title, overall, indexed, times }: Frame, content: Markup): string {
  const page = html`<!doctype html>
<html lang="en"${times === undefined ? html`` : html` data-zone="${times.zone}" data-now="${times.now}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${indexed ? html`` : html`<meta name="robots" content="noindex">`}
<title>${title}</title>
<link rel="preload" href="${TYPEFACE_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="icon" href="${icon(overall)}">
<style>${raw(STATUS_STYLE)}</style>
</head>
<body>
<div class="frame">
${content}
</div>
${times === undefined ? html`` : html`<script>${raw(VISITOR_ZONE_SCRIPT)}</script>`}
</body>
</html>
`;
  return String(page);
}

const ICON_COLOURS: Readonly<Record<OverallStatus, string>> = {
  up: '#1f9d67',
  late: '#c79a1b',
  failing: '#d9741e',
  down: '#d43a34',
  paused: '#808694',
  new: '#6f86a8',
  none: '#808694',
};

function icon(overall: OverallStatus): string {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" color="${ICON_COLOURS[overall]}">${statusIcon(overall)}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(String(svg))}`;
}

function shape(overall: OverallStatus): Markup {
  return svg(statusIcon(overall));
}

function svg(content: Markup): Markup {
  return html`<svg class="shape" viewBox="0 0 12 12" aria-hidden="true">${content}</svg>`;
}

function section(heading: string, content: Markup): Markup {
  return html`<section><h2>${heading}</h2>
${content}</section>`;
}

function rows(items: readonly Markup[]): Markup {
  return html`<ul class="rows">${items}</ul>`;
}

function openIncident({ name, reason, openedAt }: ShownIncident, now: number, times: PageTimes): Markup {
  return html`<li class="down"><span class="tone">${shape('down')}</span><div><span class="name">${name}</span>
<p class="soft">Down since ${times.moment(openedAt)}, for ${formatMs(now - openedAt)} so far: ${REASON_TEXTS[reason]}.</p></div></li>
`;
}

function maintenance({ name, from, to, active, monitors }: ShownMaintenance, times: PageTimes): Markup {
  const monitorList = monitors.length <= 3 ? monitors.join(', ') : `${monitors.length} jobs`;
  const when = active
    ? html`Now, until ${times.moment(to)}`
    : html`${times.moment(from)} to ${times.until(to, from)}`;
  return html`<li class="paused"><span class="tone">${shape('paused')}</span><div><span class="name">${name}</span>
<p class="soft">${when}, for ${monitorList}</p></div></li>
`;
}

function jobs({ monitors, isCut }: StatusPage, times: PageTimes): Markup {
  return html`<ul class="cards">${monitors.map((monitor) => job(monitor, times))}</ul>
${isCut ? html`<p class="soft">Only the first ${monitors.length} jobs are shown.</p>` : html``}`;
}

function job(
  { name, status, inMaintenance, lastReportAt, days, uptime }: ShownMonitor,
  times: PageTimes,
): Markup {
  const observedDays = days.filter(({ state }) => state !== 'unknown').length;
  const span =
    observedDays === STRIP_DAYS
      ? `${STRIP_DAYS} days`
      : observedDays === 1
        ? 'today'
        : `${observedDays} days`;
  const report =
    lastReportAt === null ? html`No report yet` : html`Last report ${times.moment(lastReportAt)}`;
  return html`<li class="card ${status}"><div class="head"><span class="tone">${shape(status)}</span><span class="name">${name}</span><span class="word tone">${WORDS[status]}${inMaintenance ? ', in maintenance' : ''}</span></div>
${dayStrip(days, times)}
<div class="foot"><span>${report}</span><span>${uptime === null ? '' : `${writeUptime(uptime)} in ${span}`}</span></div></li>
`;
}

const WORDS: Readonly<Record<ShownMonitor['status'], string>> = {
  up: 'Up',
  late: 'Late',
  failing: 'Failing',
  down: 'Down',
  paused: 'Paused',
  new: 'Not reported yet',
};

function pastIncidents(past: readonly ShownIncident[], times: PageTimes): Markup {
  if (past.length === 0) return html`<p class="soft">None in the last 14 days.</p>`;
  const days = Map.groupBy(past, ({ openedAt }) => times.day(openedAt));
  return html`<div class="days">${[...days].map(([day, incidents]) => pastDay(day, incidents, times))}</div>`;
}

/** Groups a day's incidents of the same job into one entry that can be opened. */
function pastDay(day: string, incidents: readonly ShownIncident[], times: PageTimes): Markup {
  const jobs = Map.groupBy(incidents, ({ name }) => name);
  const items = [...jobs].map(([name, own]) => {
    const [only] = own;
    const content =
      own.length === 1 && only !== undefined ? pastIncident(only, times) : pastSeries(own, times);
    return html`<li class="none"><span class="tone">${svg(ENDED_ICON)}</span><div><span class="name">${name}</span>
${content}</div></li>
`;
  });
  return html`<div class="day"><h3>${day}</h3>
${rows(items)}</div>
`;
}

function pastIncident({ reason, openedAt, closedAt }: ShownIncident, times: PageTimes): Markup {
  const to = closedAt ?? openedAt;
  return html`<p class="soft">Down for ${formatMs(to - openedAt)}, ${times.clock(openedAt)} to ${times.until(to, openedAt)}: ${REASON_TEXTS[reason]}.</p>`;
}

function pastSeries(incidents: readonly ShownIncident[], times: PageTimes): Markup {
  const totalMs = incidents.reduce(
    (sum, { openedAt, closedAt }) => sum + (closedAt ?? openedAt) - openedAt,
    0,
  );
  return html`<details class="soft"><summary>Down ${incidents.length} times, for ${formatMs(totalMs)} in total</summary>
<ul>${incidents.map((incident) => html`<li>${pastIncident(incident, times)}</li>`)}</ul></details>`;
}
