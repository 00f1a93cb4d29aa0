import { truncate } from '../format-text.ts';
import {
  addMessages,
  type DraftRow,
  type PlanDraft,
  skippedRow,
  type UnkeyedAlert,
} from './alert-plan-draft.ts';
import type { OutboxRow } from './alert-plan-input.ts';
import { placeholderChannel } from './direct-recipient.ts';
import type { AlertRoute } from './routing.ts';

/** Placeholder for a channel's ID in mail that goes straight to an owner or admin of the team. */
export const DIRECT_MAIL_CHANNEL_ID = 0;

const NAMES_LENGTH_MAX = 500;
const TO_ALL =
  'This email goes to the team’s owners and admins because no enabled channel accepts this alert.';
const NO_MAIL =
  'No channel accepts this alert, and the owners and admins can’t be mailed: ask the operator to set SMTP_URL.';
const NO_ADMINS = 'No channel accepts this alert, and the team has no owner or admin to mail.';

/**
 * Mails an alert to each owner and admin when no channel accepts it, because a team might not notice a broken channel. `routes`:
 * the channels that were considered, each with the reason why it isn't alerted.
 */
export function mailAdmins(
  draft: PlanDraft,
  {
    row,
    routes,
    text,
  }: { readonly row: OutboxRow; readonly routes: readonly AlertRoute[]; readonly text: UnkeyedAlert },
): DraftRow {
  const skipped = routes.length === 0 ? [] : addMessages(draft, { row, routes, write: () => null }).entries;
  const { entries } = mailEach(draft, row, text);
  return { hold: null, entries: [...skipped, ...entries] };
}

function mailEach(draft: PlanDraft, row: OutboxRow, text: UnkeyedAlert): DraftRow {
  const { admins } = draft.input;
  if (!draft.context.hasMail) return skippedRow(NO_MAIL);
  if (admins.length === 0) return skippedRow(NO_ADMINS);
  const notes = [...othersOff(draft), TO_ALL];
  return addMessages(draft, {
    row,
    routes: admins.map(routeTo),
    write: ({ channel }) => ({
      alert: { ...text, text: [...text.text, ...notes], recipient: channel.name },
      replaces: null,
    }),
  });
}

/**
 * Names all disabled channels if there are several. The alert about another channel may have been lost, because it may have gone
 * to a channel that was disabled before the alert was sent.
 */
function othersOff({ input }: PlanDraft): readonly string[] {
  const names = input.channels.filter(({ disabled }) => disabled !== null).map(({ name }) => name);
  return names.length < 2 ? [] : [truncate(`Disabled channels: ${names.join(', ')}.`, NAMES_LENGTH_MAX)];
}

function routeTo(address: string): AlertRoute {
  return {
    channel: placeholderChannel(DIRECT_MAIL_CHANNEL_ID, address),
    isAlerted: true,
    reason: 'An owner or admin of the team, mailed because no enabled channel accepts this alert.',
  };
}
