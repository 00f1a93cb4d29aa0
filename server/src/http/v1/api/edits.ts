import { isDeepStrictEqual } from 'node:util';
import type { Check, Edit, Edited, Find } from '../../../store/edits.ts';
import { answerRevised } from './answer.ts';
import type { Note } from './audit-note.ts';
import { type Named, requireNamed } from './missing-references.ts';
import { type Expected, requireExpected } from './precondition.ts';
import { requireUnchanged } from './read-only.ts';

interface Revision {
  readonly revision: number;
}

type Written = Readonly<Record<string, unknown>>;

/** Kind of resource: its name in answers and its JSON form. */
export interface Resource<T> {
  readonly name: string;
  write(record: T): Written;
}

interface EditDefinition<T, C> {
  readonly resource: Resource<T>;
  readonly expected: Expected;
  /** Read-only fields of the request body. They must be unchanged if present. */
  readonly readOnly: { readonly given: object; readonly names: readonly string[] };
  readonly named?: readonly Named[];
  /**
   * Short IDs that the resource already names and that may be deleted by now. Without this function, `merge` checks the names.
   */
  namedBefore?(current: T): readonly string[];
  /** Returns the settings before and after the edit. */
  merge(current: T, find: Find): { readonly before: C; readonly after: C };
}

/** Creates an edit for the store. All checks see the resource while its row is locked. */
export function editOf<T extends Revision, C extends object>(definition: EditDefinition<T, C>): Edit<T, C> {
  const { resource, expected, readOnly, named = [], namedBefore } = definition;
  return {
    names: named,
    merge(current, find) {
      requireExpected(expected, current.revision, () => ({ [resource.name]: resource.write(current) }));
      requireUnchanged(readOnly.given, { current: resource.write(current), names: readOnly.names });
      if (namedBefore !== undefined) requireNamed(named, find, namedBefore(current));
      const { before, after } = definition.merge(current, find);
      return isDeepStrictEqual(before, after) ? null : after;
    },
  };
}

export function checkOf<T extends Revision>(resource: Resource<T>, expected: Expected): Check<T> {
  return (current) =>
    requireExpected(expected, current.revision, () => ({ [resource.name]: resource.write(current) }));
}

/** Answers with the edited resource. An edit that changed nothing leaves no entry in the audit log. */
export function answerEdited<T extends Revision>(
  { name, write }: Resource<T>,
  { before, after }: Edited<T>,
  note: Note,
): Response {
  if (after.revision === before.revision) note({ isNothing: true });
  return answerRevised(200, { [name]: write(after) }, after.revision);
}
