import { BASE62 } from '@overdue/domain/access/base62.ts';
import {
  BADGE_STYLES,
  SHARE_KINDS,
  SHARE_OPTIONS_DEFAULT,
  type Share,
  type ShareKind,
  type ShareOptions,
} from '@overdue/domain/access/share.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { type RequestedReference, referencesTo } from '../../api/missing-references.ts';
import { requireLastingAccess } from '../../api/permission.ts';
import { revision } from '../../api/precondition.ts';
import { invalidInputError } from '../../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { resourceEndpoints } from '../../api/resource-endpoints.ts';
import {
  editOf,
  requireFound,
  respondCreated,
  respondEdited,
  type TeamResource,
} from '../../api/resources.ts';
import { success } from '../../api/responses.ts';
import { multilineText, pathID, singleLineText, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { Revised } from '../../database/edits.ts';
import type { ShareResource } from '../contract.ts';

const shareParams = z.object({
  shareID: pathID.meta({ description: "The share's `shareID`.", example: UUID_EXAMPLE }),
});

/** Maximum shares of a team. */
export const SHARES_MAX = 100;
/** Length of the random key of a share without a slug. */
export const KEY_LENGTH = 22;
const DESCRIPTION_LENGTH_MAX = 1000;
export const SHARE_SLUG = /^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$/;

const KINDS_OF: Readonly<Record<keyof ShareOptions | 'slug', readonly ShareKind[]>> = {
  slug: ['status_page'],
  description: ['status_page'],
  timezone: ['status_page'],
  indexed: ['status_page'],
  style: ['badge'],
};

const WORDS: Readonly<Record<ShareKind, string>> = {
  badge: 'a badge',
  status_page: 'a status page',
  calendar: 'a calendar',
};

const shareKind = z.enum(SHARE_KINDS);

const shareScope = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('team') }),
    z.strictObject({
      kind: z.literal('project'),
      projectShortID: z.string().meta({ description: "The project's `shortID`.", example: 'p7w4nc2h9t' }),
    }),
    z.strictObject({
      kind: z.literal('tag'),
      tag: singleLineText(1, 50).meta({ description: 'Monitors with this tag.', example: 'prod' }),
    }),
    z.strictObject({
      kind: z.literal('monitor'),
      shortID: z.string().meta({ description: "The monitor's `shortID`.", example: 'k3v9x2mq7d' }),
    }),
  ])
  .meta({
    id: 'ShareScope',
    description: 'Monitors in the share: all in the team, all in a project, all with a tag, or a single one.',
    example: { kind: 'project', projectShortID: 'p7w4nc2h9t' },
  });

const title = singleLineText(1, SHORT_NAME_LENGTH_MAX).meta({
  description: 'Public title: the left half of a badge, the heading of a page, or the name of a calendar.',
  example: 'Nightly jobs',
});

export const shareOptions = z
  .strictObject({
    description: multilineText(DESCRIPTION_LENGTH_MAX)
      .optional()
      .meta({
        description: `For a status page: text below the title, at most ${DESCRIPTION_LENGTH_MAX} characters.`,
        example: 'Backups and exports of db-01.',
      }),
    timezone: z.string().optional().meta({
      description: 'For a status page: IANA time zone of all times. Default: UTC.',
      example: 'Europe/Riga',
    }),
    indexed: z.boolean().optional().meta({
      description: 'For a status page: whether search engines may list it. Default: false.',
      example: false,
    }),
    style: z.enum(BADGE_STYLES).optional().meta({ description: 'For a badge: round or square corners.' }),
  })
  .meta({ id: 'ShareOptionsInput' });

export const shareBody = z
  .strictObject({
    kind: shareKind.meta({ description: 'Kind of share.', example: 'status_page' }),
    title,
    scope: shareScope,
    slug: z
      .string()
      .regex(
        SHARE_SLUG,
        'This must be 3 to 64 lower-case letters, digits and hyphens, and must not start or end with a hyphen.',
      )
      .optional()
      .meta({
        description:
          "For a status page: the last part of its address. Anyone who guesses it can read the page. Without a slug, the address can't be guessed.",
        example: 'acme-jobs',
      }),
    options: shareOptions.optional(),
  })
  .meta({ id: 'ShareInput' });

const shareEditFields = { title: title.optional(), options: shareOptions.optional() };

type Input = Pick<z.output<typeof shareBody>, 'options' | 'slug'>;

/** Throws an error that lists every field that is invalid or does not apply to the kind. */
export function parseOptions(kind: ShareKind, before: ShareOptions, input: Input): ShareOptions {
  const problems: FieldProblem[] = [];
  const { slug, options: changes = {} } = input;
  const named = [
    ...(slug === undefined ? [] : [['slug', 'slug'] as const]),
    ...(['description', 'timezone', 'indexed', 'style'] as const)
      .filter((name) => changes[name] !== undefined)
      .map((name) => [name, `options.${name}`] as const),
  ];
  for (const [name, path] of named) {
    if (KINDS_OF[name].includes(kind)) continue;
    problems.push({ path, message: `This does not apply to ${WORDS[kind]}. Leave it out.` });
  }
  const { description = before.description, indexed = before.indexed, style = before.style } = changes;
  const timezone = changes.timezone === undefined ? before.timezone : parseTimezone(changes.timezone);
  if (timezone === null) problems.push({ path: 'options.timezone', message: UNKNOWN_TIMEZONE });
  if (timezone === null || problems.length > 0) throw invalidInputError(problems);
  return { description, timezone, indexed, style };
}

function scopeReferences(scope: z.output<typeof shareScope>): readonly RequestedReference[] {
  switch (scope.kind) {
    case 'project':
      return [{ kind: 'project', path: 'scope.projectShortID', shortID: scope.projectShortID }];
    case 'monitor':
      return [{ kind: 'monitor', path: 'scope.shortID', shortID: scope.shortID }];
    case 'team':
    case 'tag':
      return [];
  }
}

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

const SHARE = { name: 'share', labels: { one: 'share', many: 'shares' } } as const;

function sharesAt(baseURL: string): TeamResource<Revised<Share>> {
  return { ...SHARE, write: (record) => writeShare(record, baseURL) };
}

const shares = resourceEndpoints<Revised<Share>>({
  ...SHARE,
  path: '/v1/shares/',
  tag: 'Sharing',
  params: shareParams,
  schema: share,
  stored: ({ store }) => store.shares,
  resource: ({ baseURL }) => sharesAt(baseURL),
});

const listShares = shares.list({
  operationID: 'listShares',
  description: `All shares, oldest first. A team has at most ${SHARES_MAX}.`,
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
    return respondCreated(sharesAt(baseURL), created);
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
    return respondEdited(resource, requireFound(edited, SHARE.labels.one), audit);
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

const deleteShare = shares.delete({
  operationID: 'deleteShare',
  summary: 'Revoke a share',
  description: 'The address stops working immediately and is never generated again.',
});

export const SHARE_ENDPOINTS = [listShares, createShare, editShare, deleteShare];

/** `baseURL` has no trailing slash. */
function shareURL(baseURL: string, { kind, key }: Pick<Share, 'kind' | 'key'>): string {
  switch (kind) {
    case 'badge':
      return `${baseURL}/badge/${key}.svg`;
    case 'status_page':
      return `${baseURL}/status/${key}`;
    case 'calendar':
      return `${baseURL}/calendar/${key}.ics`;
  }
}
