import { type Draft, type DraftRow, type Text, tell, tellNobody } from './draft.ts';
import type { OutboxItem } from './plan-input.ts';
import type { Route } from './routing.ts';
import { cut } from './words.ts';

/** Stands for a channel's ID where there is none: a mail straight to an owner or admin of the team. */
export const DIRECT_MAIL = 0;

const NAMES_LENGTH_MAX = 500;
const TO_ALL =
  'It comes by mail to the owners and admins of the team: none of its channels takes this notice.';
const NO_MAIL =
  'None of the channels takes this notice, and it could not be mailed to the owners and admins: the operator has to set SMTP_URL.';
const NO_ADMINS = 'None of the channels takes this notice, and the team has no owner or admin to mail it to.';

/**
 * Tells the team's owners and admins of what none of its channels is told, by a mail to each. For what nobody could find out
 * otherwise: a team whose channels want none of something has chosen so, but nobody chooses that a channel breaks.
 *
 * @param routes the channels that were thought of, each with why it is not told
 */
export function mailOwners(draft: Draft, row: OutboxItem, routes: readonly Route[], text: Text): DraftRow {
  const untold = routes.length === 0 ? [] : tell(draft, row, routes, () => null).entries;
  const { entries } = mailEach(draft, row, text);
  return { hold: null, entries: [...untold, ...entries] };
}

function mailEach(draft: Draft, row: OutboxItem, text: Text): DraftRow {
  const { admins } = draft.input;
  if (!draft.planning.hasMail) return tellNobody(NO_MAIL);
  if (admins.length === 0) return tellNobody(NO_ADMINS);
  const notes = [...othersOff(draft), TO_ALL];
  return tell(draft, row, admins.map(routeTo), ({ channel }) => ({
    text: { ...text, text: [...text.text, ...notes], recipient: channel.name },
    replaces: null,
  }));
}

/** A notice about one may have been lost with another: the one that arrives names them all. */
function othersOff({ input }: Draft): readonly string[] {
  const names = input.channels.filter(({ disabled }) => disabled !== null).map(({ name }) => name);
  return names.length < 2 ? [] : [cut(`Switched off by now: ${names.join(', ')}.`, NAMES_LENGTH_MAX)];
}

function routeTo(address: string): Route {
  return {
    channel: {
      id: DIRECT_MAIL,
      shortID: '',
      type: 'email',
      name: address,
      isDefault: false,
      wants: [],
      tags: [],
      minSeverity: 'low',
      members: [],
      disabled: null,
    },
    isTold: true,
    reason: 'An owner or admin of the team: none of its channels takes this notice.',
  };
}
