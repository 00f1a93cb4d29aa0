import { durationWords, timeWords } from '../../domain/alerting/format-text.ts';
import { explain } from '../../domain/explanation.ts';
import type { IncidentAction } from '../../domain/incidents/action.ts';
import { currentSnooze, presetEnd } from '../../domain/incidents/snooze.ts';
import { createLinkPage } from '../link-page.ts';
import { html, type Markup, raw } from '../markup.ts';
import type { FoundIncident } from './actions.ts';

const STYLE =
  ':root{color-scheme:light dark;--line:#8886;--bad:#c81e1e;--on-bad:#fff}' +
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1.5rem 1rem;overflow-wrap:anywhere}' +
  'h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:.5rem 0}' +
  'form{display:grid;gap:.75rem;margin:1.5rem 0}' +
  'button{font:inherit;min-height:3rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.5rem;' +
  'background:Canvas;color:CanvasText;cursor:pointer}' +
  'button.main{min-height:3.5rem;font-weight:600;background:var(--bad);border-color:var(--bad);color:var(--on-bad)}' +
  'button:focus-visible,a:focus-visible{outline:3px solid Highlight;outline-offset:2px}' +
  '.state{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;font-weight:600}';

// `Origin` proves that a form was sent from this page, so that a session may name the person.
const writePage = createLinkPage(STYLE, 'same-origin');

const PROBLEMS = {
  unknown: {
    status: 404,
    title: 'This link does not work',
    text: 'The link is incomplete, or its monitor or channel was deleted, or the member has left the team. Open the link exactly as it appears in the message.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    text: 'A link works for three days after its message. Sign in to act on the incident.',
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
    status,
    title,
    html`<p>${text}</p>
<p><a href="${baseURL}/incidents" rel="noreferrer">Open Overdue</a></p>`,
  );
}

export function incidentPage(
  { incident, monitor }: FoundIncident,
  { now, baseURL, by }: { readonly now: number; readonly baseURL: string; readonly by: string },
): Response {
  const { openedAt, closedAt } = incident;
  const isOpen = closedAt === null;
  const length = durationWords((closedAt ?? now) - openedAt);
  return page(
    200,
    `${isOpen ? 'Down' : 'Ended'}: ${incident.monitor.name}`,
    html`<p>${isOpen ? explain(monitor, now, true) : ENDS[incident.closedBy ?? 'recovered']}</p>
<p>${isOpen ? 'Down for' : 'Was down for'} ${length}, since ${timeWords(openedAt)}.</p>
${stateOf(incident, now)}
${isOpen ? buttons(incident, { now, timezone: monitor.rules.schedule.timezone }) : ''}
${isOpen ? html`<p>Your action will be recorded as “${by}”.</p>` : ''}
<p><a href="${baseURL}/incidents/${incident.incidentID}" rel="noreferrer">Open the incident</a></p>`,
  );
}

const ENDS = {
  recovered: 'The monitor has recovered. There is nothing left to do.',
  paused: 'The monitor is paused. It causes no alerts until a member resumes it.',
  deleted: 'The monitor was deleted.',
};

function stateOf(incident: FoundIncident['incident'], now: number): Markup | string {
  const { acknowledgedAt, acknowledgedBy } = incident;
  const snooze = currentSnooze(incident, now);
  if (snooze !== null)
    return html`<p class="state" role="status">☾ ${snooze.by} snoozed the incident until ${timeWords(snooze.until)}.</p>`;
  if (acknowledgedAt === null) return '';
  return html`<p class="state" role="status">✓ ${acknowledgedBy ?? ''} acknowledged the incident on ${timeWords(acknowledgedAt)}.</p>`;
}

interface ActionButton {
  readonly action: IncidentAction;
  readonly text: string;
}

// A form without an action posts to its page's address.
function buttons(
  { acknowledgedAt }: FoundIncident['incident'],
  { now, timezone }: { readonly now: number; readonly timezone: string },
): Markup {
  const morning = timeWords(presetEnd('morning', timezone, now));
  const shown: readonly ActionButton[] = [
    ...(acknowledgedAt === null
      ? ([
          { action: 'acknowledge', text: 'Acknowledge' },
          { action: 'snooze_hour', text: 'Snooze for an hour' },
          { action: 'snooze_morning', text: `Snooze until the morning (${morning})` },
        ] as const)
      : []),
    { action: 'pause', text: 'Pause the monitor' },
  ];
  return html`<form method="post">
${shown.map(
  ({ action, text }) =>
    html`<button type="submit" name="action" value="${action}"${action === 'acknowledge' ? raw(' class="main"') : ''}>${text}</button>
`,
)}</form>`;
}

function page(status: number, title: string, content: Markup): Response {
  return writePage({
    status,
    title,
    body: html`<main>
<h1>${title}</h1>
${content}
</main>`,
  });
}
