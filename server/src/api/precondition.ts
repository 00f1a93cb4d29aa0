import { AppError, type CurrentState } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { etagOf } from '../platform/http/envelope.ts';

/** Parsed `If-Match` header: `*`, or a list of strong tags. Null without the header. */
export type IfMatch = '*' | readonly string[] | null;

const TAG = /^(?<weak>W\/)?"[\x21\x23-\x7E\x80-\xFF]*"$/;

/** Parses `If-Match` (RFC 9110, section 13.1.1). Weak tags match nothing; a malformed header is an error. */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags = splitTags(header);
  if (tags.length === 0 || tags.some((tag) => !TAG.test(tag))) {
    throw new AppError(
      'bad_request',
      'The If-Match header is malformed. Send * or entity tags in double quotes, like "7", as ETag returned them.',
    );
  }
  return tags.filter((tag) => !tag.startsWith('W/'));
}

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
  return [...parts, part].map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/** Revisions that the request expects, from `If-Match` and from the body's `revision`. */
export interface ExpectedRevisions {
  readonly ifMatch: IfMatch;
  readonly revision?: number | undefined;
}

export function isExpectedRevision({ ifMatch, revision }: ExpectedRevisions, current: number): boolean {
  if (revision !== undefined && revision !== current) return false;
  return ifMatch === null || ifMatch === '*' || ifMatch.includes(etagOf(current));
}

/** Throws if the revision differs from the expected one. Must be called while the row is locked. */
export function requireExpectedRevision(
  expected: ExpectedRevisions,
  revision: number,
  write?: () => CurrentState['data'],
): void {
  if (isExpectedRevision(expected, revision)) return;
  throw preconditionFailedError(write === undefined ? null : { data: write(), revision });
}

export function preconditionFailedError(current: CurrentState | null): AppError {
  return new AppError(
    'precondition_failed',
    'The settings have changed since you read them, so nothing was saved. Compare your change with the current state in this response, then send it again with the current revision.',
    current === null ? {} : { current },
  );
}

export const revision = z.int().meta({
  description:
    'Revision of the settings. Starts at 1 and increases by 1 with each change. `ETag` is the revision in double quotes.',
  example: 3,
});

export const ifMatchHeader = z.object({
  'If-Match': z.string().optional().meta({
    description:
      'Applies the request only if the settings still have the revision of this `ETag` (or of one in a list). Otherwise the response is 412. `*` matches every revision.',
    example: '"3"',
  }),
});
