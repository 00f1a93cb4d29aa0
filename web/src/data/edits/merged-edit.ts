type JSONObject = Readonly<Record<string, unknown>>;

/** A field that two people have changed to different values since it was loaded. */
export interface Conflict {
  /** Such as `name` or `schedule.cron`. */
  readonly path: string;
  readonly yours: unknown;
  readonly theirs: unknown;
  /** The objects that hold a field of an object, such as both schedules, when nothing else is merged. */
  readonly within?: { readonly yours: JSONObject; readonly theirs: JSONObject };
}

export interface MergedEdit {
  /** The fields to save: those that the person has changed. */
  readonly edit: JSONObject;
  readonly conflicts: readonly Conflict[];
}

export interface ThreeWays {
  /** The resource as it was when the person began to edit it. */
  readonly base: JSONObject;
  /** The fields of the form, changed or not. */
  readonly yours: JSONObject;
  /** The resource as it is now. */
  readonly theirs: JSONObject;
}

/**
 * Merges an edit into a resource that somebody else has changed meanwhile. Objects, such as a schedule, are merged field by field, and
 * lists are one value. A field that both have set to the same value is no conflict.
 */
export function mergeEdit({ base, yours, theirs }: ThreeWays): MergedEdit {
  const edit: Record<string, unknown> = {};
  const conflicts: Conflict[] = [];
  for (const [name, value] of Object.entries(yours)) {
    const [before, now] = [base[name], theirs[name]];
    if (isObject(value) && isObject(before)) {
      const within = mergeFields(
        { base: before, yours: value, theirs: isObject(now) ? now : {} },
        `${name}.`,
      );
      if (Object.keys(within.edit).length > 0) edit[name] = within.edit;
      const wholes = { yours: { ...before, ...value }, theirs: isObject(now) ? now : {} };
      conflicts.push(...within.conflicts.map((conflict) => ({ ...conflict, within: wholes })));
      continue;
    }
    const field = mergeFields(
      { base: { [name]: before }, yours: { [name]: value }, theirs: { [name]: now } },
      '',
    );
    Object.assign(edit, field.edit);
    conflicts.push(...field.conflicts);
  }
  return { edit, conflicts };
}

function mergeFields({ base, yours, theirs }: ThreeWays, within: string): MergedEdit {
  const changed = Object.entries(yours).filter(([name, value]) => !isSame(value, base[name]));
  const conflicts = changed
    .filter(([name, value]) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], value))
    .map(([name, value]) => ({ path: `${within}${name}`, yours: value, theirs: theirs[name] }));
  return { edit: Object.fromEntries(changed), conflicts };
}

/** Leaves out the fields of an edit for which the person has chosen the other one's value. */
export function withoutPaths(edit: JSONObject, paths: readonly string[]): JSONObject {
  return Object.fromEntries(
    Object.entries(edit).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (paths.includes(name)) return [];
      if (!isObject(value)) return [[name, value]];
      const kept = Object.entries(value).filter(([field]) => !paths.includes(`${name}.${field}`));
      return kept.length === 0 && Object.keys(value).length > 0 ? [] : [[name, Object.fromEntries(kept)]];
    }),
  );
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** A missing field is as good as null, and a time is the same in each way of writing it. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string' && TIME.test(one) && TIME.test(other))
    return Date.parse(one) === Date.parse(other);
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

/** The same value with the fields of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
