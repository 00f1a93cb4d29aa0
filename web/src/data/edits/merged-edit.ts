type JSONObject = Readonly<Record<string, unknown>>;

/** A field that two people have changed to different values. */
export interface Conflict {
  /** Path of the field, for example `name` or `schedule.cron`. */
  readonly path: string;
  readonly yours: unknown;
  readonly theirs: unknown;
  /** Both unmerged versions of the object that contains the field, such as the schedule. */
  readonly within?: { readonly yours: JSONObject; readonly theirs: JSONObject };
}

export interface MergedEdit {
  readonly edit: JSONObject;
  readonly conflicts: readonly Conflict[];
}

export interface MergeInput {
  readonly base: JSONObject;
  readonly yours: JSONObject;
  readonly theirs: JSONObject;
}

/** Merges an edit into a resource that someone else has changed, field by field. Lists count as one value. */
export function mergeEdit({ base, yours, theirs }: MergeInput): MergedEdit {
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

function mergeFields({ base, yours, theirs }: MergeInput, within: string): MergedEdit {
  const changed = Object.entries(yours).filter(([name, value]) => !isSame(value, base[name]));
  const conflicts = changed
    .filter(([name, value]) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], value))
    .map(([name, value]) => ({ path: `${within}${name}`, yours: value, theirs: theirs[name] }));
  return { edit: Object.fromEntries(changed), conflicts };
}

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

/** Treats missing fields as null, and compares times as instants. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string' && TIME.test(one) && TIME.test(other))
    return Date.parse(one) === Date.parse(other);
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

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
