import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { referencesIn } from '../../api/missing-references.ts';
import { invalidInputError } from '../../api/problems.ts';
import type { CheckedReferences } from '../../database/edits.ts';
import type { ChannelChange, ChannelRecord } from '../contract.ts';
import type { ChannelCatalog } from '../settings/catalog.ts';
import type { ChannelBody, ChannelEdit } from './schema.ts';
import { GROUP } from './schema.ts';

export function newSettings(
  shortID: string,
  {
    body,
    others,
    catalog,
  }: {
    readonly body: ChannelBody;
    readonly others: readonly ChannelRecord[];
    readonly catalog: ChannelCatalog;
  },
): string {
  const settings = catalog.parse(body.type, body.settings);
  return sealSettings(shortID, {
    result: settings,
    problems: membersProblems(body.type, body.channels, others),
    catalog,
  });
}

/**
 * Returns the members of a group as references. The store checks them while it writes, because a channel may be deleted after an
 * earlier check.
 */
export function memberReferences(teamID: string, members: readonly string[]): CheckedReferences {
  const references = referencesIn('channel', 'channels', members);
  return {
    teamID,
    references,
    check(find) {
      const problems = references
        .filter((reference) => find(reference) === null)
        .map(({ path }) => ({ path, message: 'There is no such channel.' }));
      if (problems.length > 0) throw invalidInputError(problems);
    },
  };
}

type ChannelValues = Required<ChannelChange>;

export function channelChange(
  channel: ChannelRecord,
  {
    edit,
    others,
    catalog,
    now,
  }: {
    readonly edit: ChannelEdit;
    readonly others: readonly ChannelRecord[];
    readonly catalog: ChannelCatalog;
    readonly now: number;
  },
): { readonly before: ChannelValues; readonly after: ChannelValues } {
  const before = settingsOf(channel);
  const { name, isDefault, subscriptions, tags, minSeverity, channels, disabled } = edit;
  const members =
    channels === undefined || isDeepStrictEqual(channels, channel.members)
      ? []
      : membersProblems(channel.type, channels, others);
  const after = {
    name: name ?? before.name,
    isDefault: isDefault ?? before.isDefault,
    subscriptions: subscriptions ?? before.subscriptions,
    tags: tags ?? before.tags,
    minSeverity: minSeverity ?? before.minSeverity,
    members: channels ?? before.members,
    settings: editedSettings(channel, { edit, problems: members, catalog }),
    disabled: disabled === undefined ? before.disabled : disabled,
    disabledAt: disabled === undefined ? before.disabledAt : disabledAt(channel, disabled, now),
  };
  return { before, after };
}

function settingsOf(channel: ChannelRecord): ChannelValues {
  const { name, isDefault, subscriptions, tags, minSeverity, members, settings, disabled, disabledAt } =
    channel;
  return { name, isDefault, subscriptions, tags, minSeverity, members, settings, disabled, disabledAt };
}

/** Returns when the channel was disabled. Keeps the original time if only the reason changes. */
function disabledAt(channel: ChannelRecord, disabled: string | null, now: number): number | null {
  return disabled === null ? null : (channel.disabledAt ?? now);
}

function editedSettings(
  channel: ChannelRecord,
  {
    edit: { settings },
    problems,
    catalog,
  }: {
    readonly edit: ChannelEdit;
    readonly problems: readonly FieldProblem[];
    readonly catalog: ChannelCatalog;
  },
): string {
  const merged = settings === undefined ? null : catalog.merge(channel, settings);
  if (merged === null || (merged.ok && catalog.has(channel, merged.settings))) {
    if (problems.length > 0) throw invalidInputError(problems);
    return channel.settings;
  }
  return sealSettings(channel.shortID, { result: merged, problems, catalog });
}

function sealSettings(
  shortID: string,
  {
    result,
    problems,
    catalog,
  }: {
    readonly result: ReturnType<ChannelCatalog['parse']>;
    readonly problems: readonly FieldProblem[];
    readonly catalog: ChannelCatalog;
  },
): string {
  if (!result.ok) throw invalidInputError([...result.problems, ...problems]);
  if (problems.length > 0) throw invalidInputError(problems);
  return catalog.seal(shortID, result.settings);
}

function membersProblems(
  type: string,
  members: readonly string[],
  others: readonly ChannelRecord[],
): readonly FieldProblem[] {
  if (type !== GROUP) {
    return members.length === 0
      ? []
      : [{ path: 'channels', message: 'Only a group has channels. Leave this out.' }];
  }
  if (members.length === 0) {
    return [{ path: 'channels', message: 'Name at least one channel by its shortID.' }];
  }
  return members.flatMap((shortID, index) => {
    const member = others.find((other) => other.shortID === shortID);
    if (member !== undefined && member.type !== GROUP) return [];
    const message =
      member === undefined
        ? 'There is no such channel.'
        : "A group can't contain groups. Name their channels instead.";
    return [{ path: `channels.${index}`, message }];
  });
}
