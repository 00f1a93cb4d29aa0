import { z } from 'zod';
import {
  BADGE_STYLES,
  SHARE_KINDS,
  type ShareKind,
  type ShareOptions,
} from '../../../domain/access/share.ts';
import type { FieldProblem } from '../../../domain/error.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '../../../domain/schedule/timezone.ts';
import type { Named } from '../api/missing-references.ts';
import { invalid } from '../api/problems.ts';
import { line, lines } from '../api/schemas.ts';

const DESCRIPTION_LENGTH_MAX = 1000;
const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$/;

/** Which kinds an option is for. */
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
      tag: line(1, 50).meta({ description: 'Monitors with this tag.', example: 'prod' }),
    }),
    z.strictObject({
      kind: z.literal('monitor'),
      shortID: z.string().meta({ description: "The monitor's `shortID`.", example: 'k3v9x2mq7d' }),
    }),
  ])
  .meta({
    id: 'ShareScope',
    description: 'Which monitors it is about: all of the team, those of a project, those with a tag, or one.',
    example: { kind: 'project', projectShortID: 'p7w4nc2h9t' },
  });

const title = line(1, 100).meta({
  description: 'What others read: the left half of a badge, the heading of a page, the name of a calendar.',
  example: 'Nightly jobs',
});

const options = z
  .strictObject({
    description: lines(DESCRIPTION_LENGTH_MAX).optional().meta({
      description: 'A status page: stands under its title. At most 1000 characters.',
      example: 'Backups and exports of db-01.',
    }),
    timezone: z.string().optional().meta({
      description: 'A status page: the IANA name of the zone in which it tells times, UTC by default.',
      example: 'Europe/Riga',
    }),
    indexed: z.boolean().optional().meta({
      description: 'A status page: whether search engines may list it. By default they may not.',
      example: false,
    }),
    style: z.enum(BADGE_STYLES).optional().meta({ description: 'A badge: with round corners or without.' }),
  })
  .meta({ id: 'ShareOptionsInput' });

export const shareBody = z
  .strictObject({
    kind: shareKind.meta({ description: 'What others are shown.', example: 'status_page' }),
    title,
    scope: shareScope,
    slug: z
      .string()
      .regex(SLUG, 'This must be 3 to 64 lower-case letters, digits and hyphens between them.')
      .optional()
      .meta({
        description:
          'A status page: the last part of its address. Whoever guesses it can read the page; without it, nobody can guess the address.',
        example: 'acme-jobs',
      }),
    options: options.optional(),
  })
  .meta({ id: 'ShareInput' });

export const shareEditFields = { title: title.optional(), options: options.optional() };

type Input = Pick<z.output<typeof shareBody>, 'options' | 'slug'>;

/** The options after a change; throws an error that names each field that is wrong, or means nothing for the kind. */
export function parseOptions(kind: ShareKind, before: ShareOptions, input: Input): ShareOptions {
  const problems: FieldProblem[] = [];
  const { slug, options: given = {} } = input;
  const named = [
    ...(slug === undefined ? [] : [['slug', 'slug'] as const]),
    ...(['description', 'timezone', 'indexed', 'style'] as const)
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, `options.${name}`] as const),
  ];
  for (const [name, path] of named) {
    if (KINDS_OF[name].includes(kind)) continue;
    problems.push({ path, message: `This has no meaning for ${WORDS[kind]}: leave it out.` });
  }
  const { description = before.description, indexed = before.indexed, style = before.style } = given;
  const timezone = given.timezone === undefined ? before.timezone : parseTimezone(given.timezone);
  if (timezone === null) problems.push({ path: 'options.timezone', message: UNKNOWN_TIMEZONE });
  if (timezone === null || problems.length > 0) throw invalid(problems);
  return { description, timezone, indexed, style };
}

/** What a scope names, which the team must have. */
export function namedInScope(scope: z.output<typeof shareScope>): readonly Named[] {
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
