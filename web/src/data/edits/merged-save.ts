import { OverdueError } from '@overdue/sdk';
import { type Conflict, mergeEdit, withoutPaths } from './merged-edit.ts';

type JSONObject = Readonly<Record<string, unknown>>;

/** The person's choices: the paths of the fields that keep the other one's value. */
export type Choice = { readonly theirs: readonly string[] };

/** What the pages show while an edit meets another one. */
export interface MergeView {
  /** Shows both values of each field. Null if the person cancels. */
  choose(conflicts: readonly Conflict[]): Promise<Choice | null>;
  /** Says that a change by somebody else was kept beside this one. */
  tell(): void;
}

/** Others may save again while the person chooses. */
const TRIES_MAX = 10;

let view: MergeView | undefined;

/** Sets the view for {@link saveMerged}. Returns how to take the view away again. */
export function mergeWith(next: MergeView): () => void {
  view = next;
  return () => {
    if (view === next) view = undefined;
  };
}

/** Fields of a resource as they once were, with the number of their revision. */
export type Revision = { readonly revision: number };

interface Save<T, E extends object> {
  /** The resource as it was when the person began to edit it. */
  readonly base: Revision;
  /** The fields of the form, changed or not. */
  readonly edit: E;
  /** The same fields as the form first had them, where it can't show each value exactly. */
  readonly before?: E;
  readonly send: (edit: Partial<E>, options: { readonly ifMatch: number }) => Promise<T>;
}

/**
 * Saves the changed fields if nobody has changed the resource since it was loaded. If somebody has, changes of different fields are
 * merged; for a field that both have changed, the person chooses. A person who cancels gets the error of the service.
 */
export async function saveMerged<T extends object, E extends object>({
  base,
  edit,
  before,
  send,
}: Save<T, E>): Promise<T> {
  let loaded = fieldsOf(base);
  const form: JSONObject = fieldsOf(edit);
  let yours = before === undefined ? form : changedFields(fieldsOf(before), form);
  let { revision } = base;
  let isMerged = false;
  for (let tries = 1; ; tries += 1) {
    const wanted = changedFields(loaded, yours);
    try {
      const saved = await send(partOf(edit, wanted), { ifMatch: revision });
      if (isMerged) view?.tell();
      return saved;
    } catch (error) {
      const theirs = currentOf(error);
      if (theirs === null || tries === TRIES_MAX) throw error;
      const { conflicts } = mergeEdit({ base: loaded, yours, theirs });
      const choice = conflicts.length === 0 ? { theirs: [] } : await view?.choose(conflicts);
      if (choice === undefined || choice === null) throw error;
      yours = withoutPaths(wanted, choice.theirs);
      loaded = theirs;
      revision = theirs.revision;
      isMerged = true;
    }
  }
}

function fieldsOf(value: object): JSONObject {
  return Object.fromEntries(Object.entries(value));
}

function changedFields(base: JSONObject, yours: JSONObject): JSONObject {
  return mergeEdit({ base, yours, theirs: base }).edit;
}

/** The fields of a form that are to be saved, with the types that the form gave them. */
function partOf<E extends object>(_form: E, wanted: JSONObject): Partial<E>;
function partOf(_form: object, wanted: JSONObject): JSONObject {
  return wanted;
}

function currentOf(error: unknown): (JSONObject & { readonly revision: number }) | null {
  if (!(error instanceof OverdueError) || error.code !== 'precondition_failed') return null;
  const [current] = Object.values(error.current ?? {});
  if (typeof current !== 'object' || current === null || !('revision' in current)) return null;
  const { revision } = current;
  return typeof revision === 'number' ? { ...current, revision } : null;
}
