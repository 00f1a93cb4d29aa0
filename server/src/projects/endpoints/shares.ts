import { BASE62 } from '@overdue/domain/access/base62.ts';
import {
  BADGE_STYLES,
  SHARE_OPTIONS_DEFAULT,
  type Share,
  type ShareOptions,
} from '@overdue/domain/access/share.ts';
import { z } from 'zod';
import { deletionCheckOf, editOf, respondEdited } from '../../api/edits.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { referencesTo } from '../../api/missing-references.ts';
import { requireLastingAccess } from '../../api/permission.ts';
import { revision } from '../../api/precondition.ts';
import { invalidInputError } from '../../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { requireFound, respondCreated, respondDeleted, type TeamResource } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, shareParams, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { Revised } from '../../database/edits.ts';
import { shareURL } from '../shares/address.ts';
import type { ShareResource } from '../shares/contract.ts';
import {
  KEY_LENGTH,
  parseOptions,
  SHARES_MAX,
  scopeReferences,
  shareBody,
  shareEditFields,
  shareKind,
  shareScope,
} from './share-input.ts';

const share = z
  .object({
    shareID: z.string().meta({
      description: 'Identifies the share in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    kind: shareKind.meta({ description: 'Kind of share.', example: 'status_page' }),
    title: z.string().meta({ example: 'Nightly jobs' }),
    scope: shareScope,
    url: z.string().meta({
      description:
        'Public address. Badges and status pages are also available as JSON: replace `.svg` with `.json`, or append `.json`.',
      example: 'https://overdue.example.com/status/acme-jobs',
    }),
    options: z
      .object({
        description: z.string().meta({ example: 'Backups and exports of db-01.' }),
        timezone: z.string().meta({ example: 'Europe/Riga' }),
        indexed: z.boolean().meta({ example: false }),
        style: z.enum(BADGE_STYLES).meta({ example: 'flat' }),
      })
      .meta({ id: 'ShareOptions' }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    createdBy: z
      .string()
      .meta({ description: "The creator's name, or else the email.", example: 'Ann Example' }),
    revision,
  })
  .meta({ id: 'Share', description: 'A public view of some monitors, readable without an account.' });

const READ_ONLY = ['shareID', 'kind', 'scope', 'url', 'createdAt', 'createdBy'] as const;

const shareEdit = z
  .strictObject({ ...shareEditFields, ...readOnly(share.shape, [...READ_ONLY, 'revision']) })
  .meta({ id: 'ShareEdit', description: `${EDIT_DESCRIPTION} The same applies within \`options\`.` });

function writeShare(record: Revised<Share>, baseURL: string) {
  const { shareID, kind, title, scope, options, createdAt, createdBy, revision } = record;
  return {
    shareID,
    kind,
    title,
    scope,
    url: shareURL(baseURL, record),
    options,
    createdAt: writeTime(createdAt),
    createdBy,
    revision,
  };
}

const LABELS = { one: 'share', many: 'shares' };

function sharesAt(baseURL: string): TeamResource<Revised<Share>> {
  return { name: 'share', labels: LABELS, write: (record) => writeShare(record, baseURL) };
}

const listShares = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/shares/',
  operationID: 'listShares',
  tag: 'Sharing',
  summary: 'List shares',
  description: `All shares, oldest first. A team has at most ${SHARES_MAX}.`,
  permission: 'read',
  responses: success(200, 'The shares.', { shares: z.array(share), nextCursor }),
  errors: [],
  async handle({ access }, { store, baseURL }) {
    const shares = await store.shares.list(access.teamID);
    return respond(200, { shares: shares.map((share) => writeShare(share, baseURL)), nextCursor: null });
  },
});

const createShare = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/shares/',
  operationID: 'createShare',
  tag: 'Sharing',
  summary: 'Create a share',
  description:
    'Creates a badge, a status page or a calendar that anyone with its address can read. Ping IDs, descriptions of monitors, notes and logs are never shown. ' +
    'A token that expires needs the scope `admin`, because the address keeps working.',
  permission: 'write',
  body: shareBody,
  bodyExample: { kind: 'status_page', title: 'Nightly jobs', scope: { kind: 'tag', tag: 'prod' } },
  responses: success(201, 'The new share.', { share }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body }, { store, random, clock, baseURL }) {
    requireLastingAccess(access);
    const { kind, title, scope, slug } = body;
    const options = parseOptions(kind, SHARE_OPTIONS_DEFAULT, body);
    const wanted: Share = {
      shareID: random.uuid(),
      teamID: access.teamID,
      kind,
      key: slug ?? random.text(BASE62, KEY_LENGTH),
      title,
      scope,
      options,
      createdAt: clock.now(),
      createdBy: await memberName(access, store),
    };
    const references = referencesTo(access.teamID, scopeReferences(scope));
    const created = await store.shares.create(wanted, { max: SHARES_MAX, references });
    if (created.outcome === 'key_taken')
      throw invalidInputError([{ path: 'slug', message: 'This address is taken. Choose another one.' }]);
    return respondCreated(sharesAt(baseURL), created, SHARES_MAX);
  },
});

const editShare = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/shares/{shareID}/',
  operationID: 'editShare',
  tag: 'Sharing',
  summary: 'Change a share',
  description: 'Omitted fields keep their value. The address and the scope never change.',
  permission: 'write',
  params: shareParams,
  body: shareEdit,
  bodyExample: { title: 'Jobs of the night' },
  responses: success(200, 'The share after the change.', { share }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, body, ifMatch, audit }, { store, baseURL }) {
    const resource = sharesAt(baseURL);
    const edited = await store.shares.change(
      access.teamID,
      params.shareID,
      editOf<Revised<Share>, ShareResource['change']>({
        resource,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: READ_ONLY },
        merge: ({ kind, title, options }) => ({
          before: { title, options },
          after: {
            title: body.title ?? title,
            options: parseOptions(kind, options, changedOptions(options, body)),
          },
        }),
      }),
    );
    return respondEdited(resource, requireFound(edited, LABELS.one), audit);
  },
});

/** Drops unchanged options, because a client that sends back a response may include options that don't apply to the kind. */
function changedOptions(
  before: ShareOptions,
  { options = {} }: Pick<z.output<typeof shareEdit>, 'options'>,
): Pick<z.output<typeof shareEdit>, 'options'> {
  const { description, timezone, indexed, style } = options;
  return {
    options: {
      ...(description === before.description ? {} : { description }),
      ...(timezone === before.timezone ? {} : { timezone }),
      ...(indexed === before.indexed ? {} : { indexed }),
      ...(style === before.style ? {} : { style }),
    },
  };
}

const deleteShare = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/shares/{shareID}/',
  operationID: 'deleteShare',
  tag: 'Sharing',
  summary: 'Revoke a share',
  description: 'The address stops working immediately and is never generated again.',
  permission: 'write',
  params: shareParams,
  responses: success(200, 'The deleted share.', { share }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, ifMatch }, { store, baseURL }) {
    const resource = sharesAt(baseURL);
    const check = deletionCheckOf(resource, { ifMatch });
    return respondDeleted(resource, await store.shares.delete(access.teamID, params.shareID, check));
  },
});

export const SHARE_ENDPOINTS = [listShares, createShare, editShare, deleteShare];
