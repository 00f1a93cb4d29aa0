import { type Access, roleMay } from '@overdue/domain/access/access.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { referencesIn } from '../../api/missing-references.ts';
import { decodeCursor, pageOf, pageQuery } from '../../api/page.ts';
import {
  deletionCheckOf,
  editOf,
  requireFound,
  respondCreated,
  respondDeleted,
  respondEdited,
  type TeamResource,
} from '../../api/resources.ts';
import { respond, respondRevised } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { channelParams, nextCursor } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import type { ChannelChange, ChannelRecord } from '../contract.ts';
import type { ChannelCatalog } from '../settings/catalog.ts';
import { requireOwnDevices } from './device-channel.ts';
import { CHANNEL, findChannel } from './find-channel.ts';
import { channelChange, memberReferences, newSettings } from './input.ts';
import { CHANNEL_READ_ONLY, CHANNELS_MAX, channel, channelBody, channelEdit } from './schema.ts';

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
    return respondCreated(channelResource(access, catalog), created, CHANNELS_MAX);
  },
});

const readChannel = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/channels/{channelShortID}/',
  operationID: 'readChannel',
  tag: 'Channels',
  summary: 'Read a channel',
  description: 'One channel as it is now.',
  permission: 'read',
  params: channelParams,
  responses: success(200, 'The channel.', { channel }),
  etag: 'sent',
  errors: ['not_found'],
  async handle(request, parts) {
    const record = await findChannel(request, parts);
    return respondRevised(
      200,
      { channel: writeChannel(record, request.access, parts.catalog) },
      record.revision,
    );
  },
});

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

const deleteChannel = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/channels/{channelShortID}/',
  operationID: 'deleteChannel',
  tag: 'Channels',
  summary: 'Delete a channel',
  description:
    'Deletes the channel and its deliveries. Waiting messages are not sent. The channel is removed from groups, monitors, projects and escalation steps ' +
    'that name it. If it was the last channel in a list, the list stays empty and alerts no channel.',
  permission: 'write',
  params: channelParams,
  responses: success(200, 'The deleted channel.', { channel }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, ifMatch }, { store, catalog }) {
    const resource = channelResource(access, catalog);
    const check = deletionCheckOf(resource, { ifMatch });
    return respondDeleted(resource, await store.channels.delete(access.teamID, params.channelShortID, check));
  },
});

export const CHANNEL_ENDPOINTS = [listChannels, createChannel, readChannel, editChannel, deleteChannel];
