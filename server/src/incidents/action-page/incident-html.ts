import { alertedLinks, type Severity } from '@overdue/domain/alerting/alert.ts';
import { explainOutage } from '@overdue/domain/decision/explanation.ts';
import { durationWords } from '@overdue/domain/format-text.ts';
import type { Incident } from '@overdue/domain/incidents/incident.ts';
import { currentSnooze, presetEnd } from '@overdue/domain/incidents/snooze.ts';
import { createLinkPage, LOGO } from '../../pages/link-page.ts';
import { PAGE_STYLE } from '../../pages/page-style.ts';
import { html, type Markup, raw } from '../../platform/http/markup.ts';
import type { FoundIncident, PageAction } from './actions.ts';
import { type Background, earlierMarkup, lastReportMarkup, logMarkup } from './background.ts';
import { linkedMarkup } from './linked-text.ts';
import { downSince, LOCAL_TIMES_SCRIPT, morningMarkup, timeMarkup } from './local-times.ts';
import { hiddenName, nameField, READER_NAME_SCRIPT } from './reader-name.ts';

/**
 * Style of the action page, which shows a single card like the sign-in page. The log is a reversed column, because browsers show
 * its end first, where the error usually is. The height of the log fits whole lines, so that the uppermost line isn't cut.
 */
const ACTION_STYLE = `${PAGE_STYLE}
body{font-size:16px;line-height:24px}
.frame{max-width:35rem;margin:0 auto;padding:20px 16px 32px}
.brand{display:flex;align-items:center;gap:8px;font-weight:600;margin:0 0 16px}
.brand svg{flex:none;width:24px;height:24px}
.product{white-space:nowrap}
.brand .team{margin-left:auto;text-align:right;font-weight:400;color:var(--soft);font-size:14px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:20px}
h1{font-size:22px;line-height:28px;font-weight:650;margin:0 0 4px}
h2{font-size:14px;line-height:20px;font-weight:600;margin:20px 0 6px}
p{margin:6px 0}
ul{margin:0;padding-left:20px}
li{margin:4px 0}
q{display:block;color:var(--soft)}
a{color:var(--accent)}
.soft{color:var(--soft);font-size:14px}
.since{font-weight:600;color:var(--down);margin:0}
.soft+.buttons{margin-top:6px}
summary{min-height:44px;line-height:44px;color:var(--soft);cursor:pointer}
.severity{display:inline-block;margin-right:8px;padding:0 8px;border:1px solid var(--line);border-radius:4px;font-size:14px}
.severity.critical{border-color:var(--down);background:var(--down);color:var(--panel)}
.description{color:var(--soft);white-space:pre-line}
form{margin:16px 0 0}
.buttons{display:grid;gap:10px;margin:10px 0 16px}
.name{display:block;color:var(--soft);font-size:14px}
.name input{display:block;width:100%;min-height:44px;margin-top:4px;padding:9px 12px;border:1px solid var(--line);border-radius:6px;background:var(--panel);color:var(--ink);font:inherit;font-size:16px}
button,.button{box-sizing:border-box;display:block;width:100%;font:inherit;min-height:48px;padding:11px 16px;border:1px solid var(--line);border-radius:6px;background:var(--panel);color:var(--ink);text-align:center;text-decoration:none;cursor:pointer}
button.main{min-height:56px;font-weight:600;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:focus-visible,input:focus-visible,a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.state{border:1px solid var(--up);border-radius:6px;padding:12px 16px;margin:16px 0}
.state strong{display:block;font-weight:600;color:var(--up)}
.state.snoozed{border-color:var(--line)}
.state.snoozed strong{color:inherit}
pre{margin:0;padding:8px 0;border:1px solid var(--line);border-radius:6px;background:var(--ground);max-height:330px;overflow:auto;display:flex;flex-direction:column-reverse;font:13px/20px ui-monospace,"SF Mono",Menlo,Consolas,monospace;white-space:pre-wrap}
pre>code{font:inherit}
pre>code>*{display:block;padding:0 12px;border-left:3px solid transparent}
pre .more{color:var(--soft)}
mark{background:color-mix(in oklab,var(--down) 12%,transparent);border-color:var(--down);color:inherit;font-weight:600}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:640px){.frame{padding-top:64px}.card{padding:32px}}
`;

/** Interval at which an open page asks whether its incident has changed. */
const REFRESH_EVERY_MS = 20_000;

/**
 * Loads the page again if another person has acted on the incident, or if the incident has ended. Checks for changes regularly
 * while the page is visible, and when a phone shows the page again.
 */
const REFRESH_SCRIPT = `
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

// With this policy, browsers send `Origin`, which proves that a form was sent from this page. Only then may a session name the
// person who acts.
const writePage = createLinkPage(ACTION_STYLE, {
  referrerPolicy: 'same-origin',
  script: LOCAL_TIMES_SCRIPT + READER_NAME_SCRIPT + REFRESH_SCRIPT,
});

const PROBLEMS = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    text: 'The link is incomplete, or its monitor or channel was deleted, or the member has left the team. Open the link exactly as it appears in the message.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    text: 'A link works for three days after the message was sent. Sign in to act on the incident.',
  },
  no_action: {
    status: 400,
    title: 'Nothing was changed',
    text: 'The request names no action. Open the link in a browser and press a button.',
  },
} as const;

export function problemPage(problem: keyof typeof PROBLEMS, baseURL: string): Response {
  const { status, title, text } = PROBLEMS[problem];
  return page(
    { status, title },
    html`<p>${text}</p>
<p><a href="${baseURL}/incidents" rel="noreferrer">Open Overdue</a></p>`,
  );
}

interface IncidentView {
  readonly now: number;
  readonly baseURL: string;
  /** Name of the team. */
  readonly team: string;
  /** Facts about the job; null once the incident has ended. */
  readonly background: Background | null;
  /** Name under which the incident shows the reader; null if the reader isn't known and hasn't just acted. */
  readonly reader: string | null;
  /** Name that the reader entered, '' if none; null if the reader is known. */
  readonly name: string | null;
  readonly mayUnacknowledge: boolean;
}

export function incidentPage(found: FoundIncident, view: IncidentView): Response {
  const { incident, monitor } = found;
  const { now, baseURL, team, background, reader } = view;
  const { openedAt, closedAt, acknowledgedAt } = incident;
  const { timezone } = monitor.rules.schedule;
  if (closedAt !== null)
    return page(
      { status: 200, title: `Ended: ${incident.monitor.name}`, team, state: refreshState(incident, now) },
      html`<p>${ENDS[incident.closedBy ?? 'recovered']}</p>
<p>The monitor was down for ${durationWords(closedAt - openedAt)}, from ${timeMarkup(openedAt, timezone)} to ${timeMarkup(closedAt, timezone)}.</p>
${incidentLink(incident.incidentID, baseURL)}`,
    );
  return page(
    { status: 200, title: `Down: ${incident.monitor.name}`, team, state: refreshState(incident, now) },
    html`<p class="since">${severityMarkup(incident.monitor.severity)}${downSince(openedAt, { timezone, now })}</p>
<p>${explainOutage(monitor, now)}</p>
${descriptionMarkup(monitor.details.description)}
${background?.lastReport == null ? '' : lastReportMarkup(background.lastReport, timezone)}
${stateOf(found, { now, reader })}
${form(view.name, { asksName: acknowledgedAt === null })}
${acknowledgedAt === null ? buttons([{ action: 'acknowledge', text: html`Acknowledge` }]) : ''}
${view.mayUnacknowledge ? buttons([{ action: 'unacknowledge', text: html`Take back` }]) : ''}
${alertedLinks(monitor.details).map(
  ({ text, url }) => html`<p><a class="button" href="${url}" rel="noreferrer">${text}</a></p>
`,
)}
${background?.log == null ? '' : logMarkup(background.log)}
${background === null ? '' : earlierMarkup(background.earlier, { timezone, baseURL })}
${buttons(otherActions(incident, { now, timezone }))}
${PAUSE}
${incidentLink(incident.incidentID, baseURL)}`,
  );
}

/** Writes the severity of a monitor, unless it is the default. */
function severityMarkup(severity: Severity): Markup | string {
  return severity === 'normal'
    ? ''
    : html`<span class="severity ${severity}">${SEVERITY_NAMES[severity]}</span>`;
}

function descriptionMarkup(description: string): Markup | string {
  return description.trim() === '' ? '' : html`<p class="description">${linkedMarkup(description)}</p>`;
}

function incidentLink(incidentID: string, baseURL: string): Markup {
  return html`<p><a href="${baseURL}/incidents/${incidentID}" rel="noreferrer">Open the incident</a></p>`;
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  critical: 'Critical',
};

const ENDS = {
  recovered: 'The monitor has recovered. There is nothing left to do.',
  paused: 'The monitor is paused. It causes no alerts until a member resumes it.',
  deleted: 'The monitor was deleted.',
};

function stateOf(
  { incident, monitor }: FoundIncident,
  { now, reader }: { readonly now: number; readonly reader: string | null },
): Markup {
  const { acknowledgedAt, acknowledgedBy } = incident;
  const { timezone } = monitor.rules.schedule;
  const snooze = currentSnooze(incident, now);
  if (snooze !== null)
    return html`<p class="state snoozed" role="status"><strong>☾ Snoozed until ${timeMarkup(snooze.until, timezone)}</strong> by ${snooze.by}.</p>`;
  if (acknowledgedAt === null) return nobodyYet(incident.timers, timezone);
  const by = acknowledgedBy ?? '';
  return html`<p class="state" role="status"><strong>✓ ${by === reader ? 'You are on it' : `${by} is on it`}</strong> Acknowledged at ${timeMarkup(acknowledgedAt, timezone)} by ${by}. Reminders and escalation have stopped.</p>`;
}

/** Says that the incident is not acknowledged, and which alerts follow, the earliest first. */
function nobodyYet(
  { remindAt, escalateAt, escalationStep }: FoundIncident['incident']['timers'],
  timezone: string,
): Markup {
  const next = [
    ...(remindAt === null ? [] : [{ at: remindAt, name: 'Next reminder' }]),
    ...(escalateAt === null ? [] : [{ at: escalateAt, name: `Escalation step ${escalationStep + 1}` }]),
  ].sort((a, b) => a.at - b.at);
  return html`<p><strong>Nobody is on it yet.</strong>${next.map(
    ({ at, name }) => html` ${name}: ${timeMarkup(at, timezone)}.`,
  )}</p>`;
}

interface ActionButton {
  readonly action: PageAction;
  readonly text: Markup;
}

function otherActions(
  incident: FoundIncident['incident'],
  { now, timezone }: { readonly now: number; readonly timezone: string },
): readonly ActionButton[] {
  const { acknowledgedAt } = incident;
  const isSnoozed = currentSnooze(incident, now) !== null;
  if (acknowledgedAt !== null) return [];
  const morning = morningMarkup(presetEnd('morning', timezone, now), timezone);
  if (isSnoozed) return [{ action: 'unsnooze', text: html`End snooze` }];
  return [
    { action: 'snooze_hour', text: html`Snooze for an hour` },
    { action: 'snooze_morning', text: html`Snooze until morning (${morning})` },
  ];
}

/**
 * Writes the form that all buttons submit to the address of the page. {@link LOCAL_TIMES_SCRIPT} fills in the reader's time zone.
 * Pressing Enter in the name field submits the first button, so the field appears only if the first button is "Acknowledge".
 */
function form(name: string | null, { asksName }: { readonly asksName: boolean }): Markup {
  return html`<form id="actions" method="post">
<input type="hidden" name="zone" value="">
${name === null ? '' : asksName ? nameField(name) : hiddenName(name)}</form>`;
}

/** Asks for a second click, because pausing ends the incident, and the monitor causes no alerts until a member resumes it. */
const PAUSE = html`<details>
<summary>Pause the monitor</summary>
<p class="soft">Pausing ends the incident. The monitor causes no alerts until a member signs in and resumes it.</p>
${buttons([{ action: 'pause', text: html`Pause now` }])}
</details>`;

function buttons(actions: readonly ActionButton[]): Markup | string {
  if (actions.length === 0) return '';
  return html`<div class="buttons">
${actions.map(
  ({ action, text }) =>
    html`<button type="submit" form="actions" name="action" value="${action}"${action === 'acknowledge' ? raw(' class="main"') : ''}>${text}</button>
`,
)}</div>`;
}

interface PageHead {
  readonly status: number;
  readonly title: string;
  readonly team?: string;
  /** State of the incident that the page shows; see {@link REFRESH_SCRIPT}. */
  readonly state?: string;
}

function page({ status, title, team, state = '' }: PageHead, content: Markup): Response {
  return writePage({
    status,
    title,
    body: html`<div class="frame">
<p class="brand">${LOGO} <span class="product">Overdue</span>${team === undefined ? '' : html`<span class="team">${team}</span>`}</p>
<main class="card" data-state="${state}">
<h1>${title}</h1>
${content}
</main>
</div>`,
  });
}

/** Returns a text that changes when the incident is acknowledged, taken over, snoozed or closed. */
function refreshState(
  incident: Pick<Incident, 'acknowledgedAt' | 'acknowledgedBy' | 'closedAt' | 'snoozes'>,
  now: number,
): string {
  const { acknowledgedAt, acknowledgedBy, closedAt } = incident;
  return [acknowledgedAt, acknowledgedBy, currentSnooze(incident, now)?.until, closedAt].join(' ');
}
