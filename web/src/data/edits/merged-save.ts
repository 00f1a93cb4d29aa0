import { OverdueError } from '@overdue/sdk';
import { type Conflict, mergeEdit, withoutPaths } from './merged-edit.ts';

type JSONObject = Readonly<Record<string, unknown>>;

/** Paths of the fields that get the other user's value. */
export type Choice = { readonly theirs: readonly string[] };

export interface MergeView {
  /** Shows both values of each conflicting field, and returns the user's choice; null if the user cancels. */
  choose(conflicts: readonly Conflict[]): Promise<Choice | null>;
  /** Reports that changes were merged without a conflict. */
  onMerged(): void;
}

/** Maximum attempts to save. While one user resolves a conflict, another user may save again. */
const ATTEMPTS_MAX = 10;

let view: MergeView | undefined;

/** Sets the view that asks the user to merge edits. Returns a function that removes the view. */
export function setMergeView(next: MergeView): () => void {
  view = next;
  return () => {
    if (view === next) view = undefined;
  };
}

export type Revision = { readonly revision: number };

interface Save<T, E extends object> {
  /** Resource at the start of the edit. */
  readonly base: Revision;
  /** Fields of the form. Unchanged fields may be omitted. */
  readonly edit: E;
  /** Initial values of the fields. Required if the form can't represent every stored value exactly. */
  readonly before?: E;
  readonly send: (edit: Partial<E>, options: { readonly ifMatch: number }) => Promise<T>;
}

/**
 * Saves the changed fields, merged with other people's changes. The user chooses the value of each conflicting field.
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
  for (let attempt = 1; ; attempt += 1) {
    const wanted = changedFields(loaded, yours);
    try {
      const saved = await send(asPartial(edit, wanted), { ifMatch: revision });
      if (isMerged) view?.onMerged();
      return saved;
    } catch (error) {
      const theirs = currentOf(error);
      if (theirs === null || attempt === ATTEMPTS_MAX) throw error;
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

function asPartial<E extends object>(_form: E, wanted: JSONObject): Partial<E>;
function asPartial(_form: object, wanted: JSONObject): JSONObject {
  return wanted;
}

function currentOf(error: unknown): (JSONObject & { readonly revision: number }) | null {
  if (!(error instanceof OverdueError) || error.code !== 'precondition_failed') return null;
  const [current] = Object.values(error.current ?? {});
  if (typeof current !== 'object' || current === null || !('revision' in current)) return null;
  const { revision } = current;
  return typeof revision === 'number' ? { ...current, revision } : null;
}
