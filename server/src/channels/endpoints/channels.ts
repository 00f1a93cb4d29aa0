import { isDeepStrictEqual } from 'node:util';
import { type Access, roleMay } from '@overdue/domain/access/access.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { referencesIn } from '../../api/missing-references.ts';
import { decodeCursor, pageOf, pageQuery } from '../../api/page.ts';
import { invalidInputError } from '../../api/problems.ts';
import { resourceEndpoints } from '../../api/resource-endpoints.ts';
import {
  editOf,
  requireFound,
  respondCreated,
  respondEdited,
  type TeamResource,
} from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { CheckedReferences } from '../../database/edits.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import type { ChannelChange, ChannelRecord } from '../contract.ts';
import type { ChannelCatalog } from '../settings/catalog.ts';
import { requireOwnDevices } from './device-channel.ts';
import {
  CHANNEL_READ_ONLY,
  CHANNELS_MAX,
  type ChannelBody,
  type ChannelEdit,
  channel,
  channelBody,
  channelEdit,
  channelParams,
  GROUP,
} from './schema.ts';

function writeChannel(record: ChannelRecord, { role }: Access, catalog: ChannelCatalog) {
  const { shortID, type, name, isDefault, subscriptions, tags, minSeverity, members, disabled, lastError } =
    record;
  return {
    shortID,
    type,
    name,
    settings: roleMay('write', role) ? catalog.show(record) : {},
    pressURL: roleMay('write', role) ? catalog.pressURLOf(record) : null,
    isDefault,
    subscriptions,
    tags,
    minSeverity,
    channels: members,
    disabled,
    createdAt: writeTime(record.createdAt),
    disabledAt: writeTimeOrNull(record.disabledAt),
    lastSentAt: writeTimeOrNull(record.lastSentAt),
    lastError: lastError === null ? null : { at: writeTime(lastError.at), answer: lastError.answer },
    revision: record.revision,
  };
}

const CHANNEL = { name: 'channel', labels: { one: 'channel', many: 'channels' } } as const;

function channelResource(access: Access, catalog: ChannelCatalog): TeamResource<ChannelRecord> {
  return { ...CHANNEL, write: (record) => writeChannel(record, access, catalog) };
}

const listChannels = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/channels/',
  operationID: 'listChannels',
  tag: 'Channels',
  summary: 'List channels',
  description: 'Oldest first.',
  permission: 'read',
  query: pageQuery,
  responses: success(200, 'The channels.', { channels: z.array(channel), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, catalog }) {
    const afterID = query.cursor === undefined ? 0 : decodeCursor('channels', query.cursor);
    const channels = await store.channels.list(access.teamID, { afterID, limit: query.limit + 1 });
    const page = pageOf('channels', { rows: channels, limit: query.limit, position: ({ id }) => id });
    return respond(200, {
      channels: page.rows.map((record) => writeChannel(record, access, catalog)),
      nextCursor: page.nextCursor,
    });
  },
});

const createChannel = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/channels/',
  operationID: 'createChannel',
  tag: 'Channels',
  summary: 'Create a channel',
  description:
    `A \`group\` stands for other channels. A team has at most ${CHANNELS_MAX} channels. Secrets are encrypted and never shown ` +
    'in full again.',
  permission: 'write',
  body: channelBody,
  bodyExample: { type: 'webhook', name: 'On-call', settings: { url: 'https://hooks.example.com/alerts' } },
  responses: success(201, 'The new channel.', { channel }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body }, { store, random, clock, catalog }) {
    await requireOwnDevices(access, body, store);
    const shortID = newShortID(random);
    const others = await store.channels.list(access.teamID);
    const settings = newSettings(shortID, { body, others, catalog });
    const { channels: members, ...fields } = body;
    const created = await store.channels.create(
      { ...fields, teamID: access.teamID, shortID, members, settings, createdAt: clock.now() },
      { max: CHANNELS_MAX, references: memberReferences(access.teamID, members) },
    );
    return respondCreated(channelResource(access, catalog), created);
  },
});

const channels = resourceEndpoints<ChannelRecord>({
  ...CHANNEL,
  path: '/v1/channels/',
  tag: 'Channels',
  params: channelParams,
  schema: channel,
  stored: ({ store }) => store.channels,
  resource: ({ catalog }, access) => channelResource(access, catalog),
});

const readChannel = channels.read({ operationID: 'readChannel', description: 'One channel as it is now.' });

const editChannel = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/channels/{channelShortID}/',
  operationID: 'editChannel',
  tag: 'Channels',
  summary: 'Change a channel',
  description:
    'Omitted fields keep their value, also within `settings`. If the destination changes to another scheme, host or port, stored ' +
    'secrets are not kept: send each secret again, or null to remove it. `disabled` disables the channel with your reason; ' +
    'null enables it again and sends the waiting alerts.',
  permission: 'write',
  params: channelParams,
  body: channelEdit,
  bodyExample: { minSeverity: 'high', disabled: null },
  responses: success(200, 'The channel after the change.', { channel }),
  etag: 'checked',
  errors: ['not_found'],
  async handle(request, parts) {
    const { store, catalog, clock, wakeNotifier } = parts;
    const { access, params, body, ifMatch, audit } = request;
    const others = await store.channels.list(access.teamID);
    const stored = others.find(({ shortID }) => shortID === params.channelShortID);
    if (stored !== undefined) {
      const requested = { type: stored.type, settings: body.settings, current: catalog.show(stored) };
      await requireOwnDevices(access, requested, store);
    }
    const now = clock.now();
    const resource = channelResource(access, catalog);
    const changed = await store.channels.change(
      access.teamID,
      params.channelShortID,
      editOf<ChannelRecord, ChannelChange>({
        resource,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: CHANNEL_READ_ONLY },
        references: referencesIn('channel', 'channels', body.channels ?? []),
        merge(current, find) {
          const existing = others.filter(
            (other) => find({ kind: 'channel', shortID: other.shortID }) !== null,
          );
          return channelChange(current, { edit: body, others: existing, catalog, now });
        },
      }),
    );
    const edited = requireFound(changed, CHANNEL.labels.one);
    if (body.disabled === null || body.settings !== undefined) {
      await store.makeAlertsDue({ channelID: edited.after.id }, now);
      wakeNotifier();
    }
    return respondEdited(resource, edited, audit);
  },
});

const deleteChannel = channels.delete({
  operationID: 'deleteChannel',
  description:
    'Deletes the channel and its deliveries. Waiting messages are not sent. The channel is removed from groups, monitors, projects and escalation steps ' +
    'that name it. If it was the last channel in a list, the list stays empty and alerts no channel.',
});

export const CHANNEL_ENDPOINTS = [listChannels, createChannel, readChannel, editChannel, deleteChannel];

function newSettings(
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
function memberReferences(teamID: string, members: readonly string[]): CheckedReferences {
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

function channelChange(
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

/** Throws `not_found` for channels of other teams, too. */
export async function findChannel(
  {
    access,
    params,
  }: Pick<ValidatedTeamRequest<{ readonly channelShortID: string }, unknown, unknown>, 'access' | 'params'>,
  { store }: V1Parts,
): Promise<ChannelRecord> {
  return requireFound(await store.channels.find(access.teamID, params.channelShortID), CHANNEL.labels.one);
}
