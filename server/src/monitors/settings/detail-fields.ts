import { ALERTED_LINKS, type LinkField } from '@overdue/domain/alerting/alert.ts';
import { DESCRIPTION_LENGTH_MAX, TAG_LENGTH_MAX, TAGS_MAX } from '@overdue/domain/monitor/limits.ts';
import { isSlug, SLUG_LENGTH_MAX } from '@overdue/domain/ping/slug.ts';
import { parseWebAddress } from '@overdue/domain/web-address.ts';
import { z } from 'zod';
import { multilineText, singleLineText } from '../../api/schemas.ts';
import type { MonitorDetails } from '../../database/records.ts';
import { editFields, editShape, inputShape, outputShape, pickFields } from '../../projects/setting-fields.ts';

const RUNBOOK_LENGTH_MAX = 2000;
const RUNBOOK = {
  description:
    `Link to instructions for handling failures, http or https, at most ${RUNBOOK_LENGTH_MAX} characters; empty when there is none. Shown with the ` +
    'monitor and its incidents, and in its alerts.',
  example: 'https://wiki.example.com/runbooks/pg-dump',
};
const NO_ADDRESS = 'Enter an http or https URL without a password.';

const FORWARD_TO_LENGTH_MAX = 2000;
const FORWARD_TO = {
  description:
    'Second ping URL, http or https, to which Overdue forwards the pings of the monitor; empty to forward nothing. Overdue uses the ' +
    'request format of the service that the URL belongs to, by default that of Healthchecks. The URL is a credential, so it is empty for ' +
    'read-only access.',
  example: 'https://hc-ping.com/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
};

const SLUG = {
  description:
    `Name of the monitor in ping URLs with a project's ping key: 1 to ${SLUG_LENGTH_MAX} characters of a-z, 0-9, _ and -. Stays when the name changes. Monitors ` +
    'of a project may share a slug, but pings to a shared slug are refused.',
  example: 'pg-dump-prod',
};
const NO_SLUG = `This must be at most ${SLUG_LENGTH_MAX} characters of a-z, 0-9, _ and -.`;

export const tags = z
  .array(singleLineText(1, TAG_LENGTH_MAX))
  .max(TAGS_MAX)
  .transform((tags) => [...new Set(tags)]);

/** Settings that don't affect a monitor's status. Each has a schema for responses, a schema for requests, and an initial value. */
const FIELDS = {
  slug: {
    output: z.string().meta({
      ...SLUG,
      description: `${SLUG.description} Empty if the monitor has none, which Healthchecks allows.`,
    }),
    input: z
      .string()
      .refine((text) => text === '' || isSlug(text), NO_SLUG)
      .meta({
        ...SLUG,
        description: `${SLUG.description} If empty (default), the slug is made from the name.`,
        pattern: '^[a-z0-9_-]{0,100}$',
        maxLength: SLUG_LENGTH_MAX,
      }),
    initial: '',
  },
  description: {
    output: z.string().meta({ example: 'Nightly dump of the production database.' }),
    input: multilineText(DESCRIPTION_LENGTH_MAX).meta({
      example: 'Nightly dump of the production database.',
    }),
    initial: '',
  },
  runbookURL: {
    output: z.string().meta(RUNBOOK),
    input: singleLineText(0, RUNBOOK_LENGTH_MAX)
      .refine((text) => text === '' || parseWebAddress(text) !== null, NO_ADDRESS)
      .meta({ ...RUNBOOK, pattern: '^(?:[hH][tT][tT][pP][sS]?://\\S+)?$' }),
    initial: '',
  },
  forwardTo: {
    output: z.string().meta(FORWARD_TO),
    input: singleLineText(0, FORWARD_TO_LENGTH_MAX)
      .refine((text) => text === '' || parseWebAddress(text) !== null, NO_ADDRESS)
      .meta({ ...FORWARD_TO, pattern: '^(?:[hH][tT][tT][pP][sS]?://\\S+)?$' }),
    initial: '',
  },
  tags: {
    output: z.array(z.string()).meta({ example: ['prod', 'db'] }),
    input: tags.meta({
      description: `At most ${TAGS_MAX} tags of at most ${TAG_LENGTH_MAX} characters each.`,
      example: ['prod', 'db'],
    }),
    initial: [],
  },
};

type Name = keyof typeof FIELDS;
type Details = Pick<MonitorDetails, Name>;

export const detailOutput = () => outputShape(FIELDS);
export const detailEdit = () => editShape(FIELDS);
export const detailInput = () => inputShape(FIELDS);

/** Returns the schemas of the monitor's links that incidents and alerts show. */
export function linkOutput(): { readonly [Field in LinkField]: (typeof FIELDS)[Field]['output'] };
export function linkOutput(): z.ZodRawShape {
  return Object.fromEntries(ALERTED_LINKS.map(({ field }) => [field, FIELDS[field].output]));
}

/** Target and settings of the check of a monitor; empty for a job. */
export type StoredTarget = Pick<MonitorDetails, 'url' | 'sealedCheck'>;

/** Values of a job, which has no target. */
export const NO_TARGET: StoredTarget = { url: '', sealedCheck: '' };

/** Returns the initial values of a new monitor for a job. */
export function initialDetails(): Details & StoredTarget;
export function initialDetails(): object {
  const initial = Object.entries(FIELDS).map(([name, { initial }]) => [name, initial]);
  return { ...Object.fromEntries(initial), ...NO_TARGET };
}

export const pickDetails = (source: Details): Details => pickFields(FIELDS, source);

type DetailEdit = { readonly [Field in Name]?: MonitorDetails[Field] | undefined };

export const editDetails = (current: Details, edit: DetailEdit): Details => editFields(FIELDS, current, edit);
