import type { Access } from '@overdue/domain/access/access.ts';
import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { TAGS_MAX } from '@overdue/domain/monitor-limits.ts';
import { z } from 'zod';
import { searchText, shortIDsUpTo, timeInput } from '../../api/schemas.ts';
import type { IncidentFilter } from '../contract.ts';

/** Maximum projects by which incidents are filtered. */
export const PROJECTS_MAX = 100;
const TAGS_LENGTH_MAX = 2000;

/** Filters of a list of incidents. An incident must match all of them. */
export const incidentFilterQuery = {
  state: z
    .enum(['open', 'closed'])
    .optional()
    .meta({ description: 'Only open incidents, or only closed ones.', example: 'open' }),
  monitor: searchText(1, 64).optional().meta({
    description: 'Only incidents of the monitor with this `shortID`.',
    example: 'k3v9x2mq7d',
  }),
  project: shortIDsUpTo(PROJECTS_MAX)
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      description: `Only incidents of monitors in these projects: up to ${PROJECTS_MAX} \`shortID\`s, joined by commas.`,
      example: 'p7w4nc2h9t',
    }),
  tag: searchText(1, TAGS_LENGTH_MAX)
    .transform(readTags)
    .refine((tags) => tags.length >= 1 && tags.length <= TAGS_MAX, `Name 1 to ${TAGS_MAX} tags.`)
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      maxLength: TAGS_LENGTH_MAX,
      description: `Only incidents of monitors with all of these tags: up to ${TAGS_MAX}, joined by commas. Within a tag, write \`%2C\` for a comma and \`%25\` for a percent sign.`,
      example: 'prod,backup',
    }),
  severity: z
    .string()
    .transform((text, context) => {
      const words = text.split(',');
      if (words.every((word) => SEVERITIES.some((severity) => severity === word)))
        return SEVERITIES.filter((severity) => words.includes(severity));
      context.addIssue({ code: 'custom', message: `Each severity must be one of ${SEVERITIES.join(', ')}.` });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: 'string',
      minLength: 1,
      description: `Only incidents of monitors with one of these severities, joined by commas: ${SEVERITIES.join(', ')}.`,
      example: 'high,critical',
    }),
  from: timeInput.optional().meta({
    description: 'Only incidents that opened at or after this time, RFC 3339.',
    example: '2026-11-20T00:00:00Z',
  }),
  to: timeInput.optional().meta({
    description: 'Only incidents that opened before this time, RFC 3339.',
    example: '2026-11-21T00:00:00Z',
  }),
};

type FilterQuery = z.output<z.ZodObject<typeof incidentFilterQuery>>;

/** Returns the filters of a request, limited to the projects that the caller may see. */
export function storeFilterOf(
  { projects }: Access,
  { state, monitor, project, tag, severity, from, to }: FilterQuery,
): Omit<IncidentFilter, 'limit'> {
  const visible = project?.filter((shortID) => projects?.includes(shortID) !== false) ?? projects;
  return {
    ...(state === undefined ? {} : { state }),
    ...(monitor === undefined ? {} : { monitorShortID: monitor }),
    ...(visible === null ? {} : { projects: visible }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(severity === undefined ? {} : { severities: severity }),
    ...(from === undefined ? {} : { openedFrom: from }),
    ...(to === undefined ? {} : { openedTo: to - 1 }),
  };
}

function readTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().replaceAll('%2C', ',').replaceAll('%25', '%'));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
