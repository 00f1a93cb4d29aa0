import { dateWords, durationWords, pluralize, truncate } from '../format-text.ts';
import { timeWords } from '../schedule/timezone.ts';
import { addMessages, type DraftRow, type PlanDraft, skippedRow } from './alert-plan-draft.ts';
import type { OutboxDetail, OutboxRow } from './alert-plan-input.ts';
import { mailAdmins } from './direct-mail.ts';
import { routeTeam } from './routing.ts';
import type { SubscriptionKind } from './subscriptions.ts';
import { type ServiceAlert, teamText } from './wording.ts';

const NAMES_MAX = 20;

type ServiceAlertKind = Exclude<keyof OutboxDetail, 'recovered'>;

/** Plans an alert about Overdue itself. Throws if the row has no detail, which means that the row is damaged. */
export function planServiceAlert(draft: PlanDraft, row: OutboxRow, kind: ServiceAlertKind): DraftRow {
  if (row.detail === null) throw new Error(`An alert of kind "${kind}" has no detail.`);
  const written = writeServiceAlert(kind, row.detail);
  if (written === null)
    return skippedRow('Its run was reported since, another message lists it, or its monitor was deleted.');
  const { subscription, alert: serviceAlert } = written;
  const alert = teamText(draft.input, { row, alert: serviceAlert, baseURL: draft.context.baseURL });
  const routes = routeTeam(draft.input, subscription);
  if (kind === 'channel_disabled' && !routes.some(({ isAlerted }) => isAlerted))
    return mailAdmins(draft, { row, routes, text: alert });
  return addMessages(draft, { row, routes, write: () => ({ alert, replaces: null }) });
}

function writeServiceAlert(
  kind: ServiceAlertKind,
  json: string,
): { readonly subscription: SubscriptionKind; readonly alert: ServiceAlert } | null {
  switch (kind) {
    case 'blind_window': {
      const detail: OutboxDetail['blind_window'] = JSON.parse(json);
      if (detail.monitors.length === 0) return null;
      return { subscription: 'blind_window', alert: blindWindow(detail) };
    }
    case 'channel_disabled': {
      const detail: OutboxDetail['channel_disabled'] = JSON.parse(json);
      return { subscription: 'down', alert: channelDisabled(detail) };
    }
    case 'report': {
      const detail: OutboxDetail['report'] = JSON.parse(json);
      const subscription = detail.period === 'weekly' ? 'report_weekly' : 'report_monthly';
      return { subscription, alert: report(detail) };
    }
  }
}

function blindWindow({ from, to, isLater, monitors, count }: OutboxDetail['blind_window']): ServiceAlert {
  const listed = monitors.slice(0, NAMES_MAX).map(({ name }) => name);
  const rest = count - listed.length;
  const names = `${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const span = `From ${timeWords(from)} to ${timeWords(to)} Overdue could not receive pings.`;
  if (isLater)
    return {
      kind: 'blind_window',
      title: `Unknown outcome: Overdue could not receive pings for ${durationWords(to - from)}`,
      text: [
        `${span} A report that was sent in that time may be lost.`,
        `${pluralize(count, 'monitor')} had runs that have not been reported since: ${names}. The outcome of these runs is unknown. Check the jobs.`,
      ],
    };
  return {
    kind: 'blind_window',
    title: `Overdue could not receive pings for ${durationWords(to - from)}`,
    text: [
      `${span} Jobs that were due in that time may have run: their outcome is unknown.`,
      `${pluralize(count, 'monitor')} had runs due in that time: ${names}.`,
    ],
  };
}

function channelDisabled({ name, reason }: OutboxDetail['channel_disabled']): ServiceAlert {
  return {
    kind: 'channel_disabled',
    title: truncate(`Channel disabled: ${name}`, 200),
    text: [
      `The channel ${name} no longer accepts messages, so it was disabled: ${reason}`,
      'Fix the channel and enable it again. Until then it receives no alerts.',
    ],
  };
}

function report(detail: OutboxDetail['report']): ServiceAlert {
  const { period, from, to, runs, succeeded, failed, missed, incidents, worst, silentChannels } = detail;
  const rate = runs === 0 ? null : Math.floor((1000 * succeeded) / runs) / 10;
  // `to` is exclusive.
  const span = `${dateWords(from)} to ${dateWords(to - 1)}`;
  return {
    kind: 'report',
    title: `${period === 'weekly' ? 'Weekly' : 'Monthly'} report: ${rate === null ? 'no runs' : `${rate} % of ${pluralize(runs, 'run')} succeeded`}`,
    text: [
      rate === null
        ? `No runs from ${span}.`
        : `${pluralize(runs, 'run')} from ${span}: ${succeeded} succeeded, ${failed} failed, ${missed} missed. ${pluralize(incidents, 'incident')}.`,
      ...(worst.length === 0
        ? []
        : [
            `Worst: ${worst.map(({ name, failures, runs: of }) => `${name} (${failures} of ${pluralize(of, 'run')} failed)`).join(', ')}.`,
          ]),
      ...silentChannels.map(({ name, why: reason }) => `Channel ${name}: ${reason}`),
    ],
  };
}
