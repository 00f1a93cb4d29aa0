import {
  BADGE_STYLES,
  SHARE_KINDS,
  type ShareKind,
  type ShareOptions,
} from '@overdue/domain/access/share.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';
import type { RequestedReference } from '../../api/missing-references.ts';
import { invalidInputError } from '../../api/problems.ts';
import { multilineText, singleLineText } from '../../api/schemas.ts';

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

export const shareKind = z.enum(SHARE_KINDS);

export const shareScope = z
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

const title = singleLineText(1, 100).meta({
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

export const shareEditFields = { title: title.optional(), options: shareOptions.optional() };

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

export function scopeReferences(scope: z.output<typeof shareScope>): readonly RequestedReference[] {
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
