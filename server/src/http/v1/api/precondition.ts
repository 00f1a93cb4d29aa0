import { z } from 'zod';
import { AppError, type CurrentState } from '../../../domain/error.ts';
import { etagOf } from '../../envelope.ts';

/** The header `If-Match`: `*`, or the strong tags that it lists. Null without the header. */
export type IfMatch = '*' | readonly string[] | null;

const TAG = /^(?<weak>W\/)?"[\x21\x23-\x7E\x80-\xFF]*"$/;

/**
 * Reads `If-Match` as RFC 9110 section 13.1.1 has it. The comparison is strong, so that weak tags match nothing. A header that
 * can't be read is an error: to ignore it would overwrite what its sender wanted to protect.
 */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags = splitTags(header);
  if (tags.length === 0 || tags.some((tag) => !TAG.test(tag))) {
    throw new AppError(
      'bad_request',
      'The header If-Match can not be read. Send * or entity tags in double quotes, like "7", as ETag gave them.',
    );
  }
  return tags.filter((tag) => !tag.startsWith('W/'));
}

/** Commas also occur within tags. Empty elements of the list mean nothing. */
function splitTags(header: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ',' && !isQuoted) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== '');
}

/** The revisions that a request expects: by its header, and by the `revision` of a body that was read before. */
export interface Expected {
  readonly ifMatch: IfMatch;
  readonly revision?: number | undefined;
}

export function isExpected({ ifMatch, revision }: Expected, current: number): boolean {
  if (revision !== undefined && revision !== current) return false;
  return ifMatch === null || ifMatch === '*' || ifMatch.includes(etagOf(current));
}

/** Refuses a request that expects another revision of the settings. To be called while the row is locked. */
export function requireExpected(
  expected: Expected,
  revision: number,
  write?: () => CurrentState['data'],
): void {
  if (isExpected(expected, revision)) return;
  throw preconditionFailed(write === undefined ? null : { data: write(), revision });
}

export function preconditionFailed(current: CurrentState | null): AppError {
  return new AppError(
    'precondition_failed',
    'Somebody has changed this since you read it. Nothing was done. Compare your change with the current state, which comes with this error, and send it again with its revision.',
    current === null ? {} : { current },
  );
}

export const revision = z.int().meta({
  description:
    "Number of the settings' revision: 1 at first, one more after each change of a setting. `ETag` has it in double quotes.",
  example: 3,
});

export const ifMatchHeader = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'Does this only if the settings still have the revision of this `ETag` (or of one in a list); otherwise the answer is 412. `*` matches every revision.',
    example: '"3"',
  }),
});
