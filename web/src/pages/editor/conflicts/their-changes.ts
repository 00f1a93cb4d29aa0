import type { Monitor } from '@overdue/sdk';
import { type Conflict, mergeEdit } from '../../../data/edits/merged-edit.ts';
import { type MonitorDraft, monitorDraft, RENAMED_FIELDS } from '../draft/draft-fields.ts';
import { monitorEdit } from '../draft/draft-input.ts';
import type { EditBase } from '../draft/stored-draft.ts';

/** Fields that only make sense together: the times of one type of schedule have no meaning in another type. */
const TIMES = ['schedule.type', 'schedule.cron', 'schedule.onCalendar', 'schedule.interval'];

/** Returns the fields that the user and someone else have changed to different values since the edit began. */
export function findConflicts(start: EditBase, draft: MonitorDraft, current: Monitor): readonly Conflict[] {
  if (current.revision <= start.fields.revision) return [];
  return mergeEdit({
    base: fieldsOf(start.fields),
    yours: fieldsOf(monitorEdit(start.draft, draft)),
    theirs: fieldsOf(current),
  }).conflicts;
}

/**
 * Returns the state at the start of the edit, with one field set to the other user's value. The field conflicts again only if
 * someone changes the field again. Keeps the revision, because other fields may have changed too.
 */
export function editBaseWithTheirs(start: EditBase, current: Monitor, path: string): EditBase {
  const theirs = fieldsOf(current);
  const before = fieldsOf(start.fields);
  const changed = pathsWith(path).reduce<JSONObject>(
    (fields, each) => withValue(fields, each, valueAt(theirs, each)),
    before,
  );
  return {
    draft: withTheirs(start.draft, current, path),
    fields: { ...changed, revision: start.fields.revision },
  };
}

/** Returns the draft with one field set to the other user's value. */
export function withTheirs(draft: MonitorDraft, current: Monitor, path: string): MonitorDraft {
  const theirs = monitorDraft(current);
  const parts = pathsWith(path).map((field) => partOf(theirs, draft, field));
  return Object.assign({ ...draft }, ...parts);
}

type JSONObject = Readonly<Record<string, unknown>>;

function pathsWith(path: string): readonly string[] {
  return TIMES.includes(path) ? TIMES : [path];
}

/** Returns the draft's fields that represent a setting of the API. */
function partOf(theirs: MonitorDraft, draft: MonitorDraft, path: string): Partial<MonitorDraft> {
  const [first = '', second] = path.split('.');
  if (first === 'pingFilter' && second !== undefined)
    return { pingFilter: { ...draft.pingFilter, [second]: fieldsOf(theirs.pingFilter)[second] } };
  const names: readonly string[] = RENAMED_FIELDS.get(path) ?? [second ?? first];
  return Object.fromEntries(Object.entries(theirs).filter(([name]) => names.includes(name)));
}

function fieldsOf(value: object): JSONObject {
  return Object.fromEntries(Object.entries(value));
}

function valueAt(fields: JSONObject, path: string): unknown {
  const [first = '', second] = path.split('.');
  const value = fields[first];
  if (second === undefined) return value;
  return typeof value === 'object' && value !== null ? fieldsOf(value)[second] : undefined;
}

function withValue(fields: JSONObject, path: string, value: unknown): JSONObject {
  const [first = '', second] = path.split('.');
  if (second === undefined) return { ...fields, [first]: value };
  const within = fields[first];
  const siblings = typeof within === 'object' && within !== null ? within : {};
  return { ...fields, [first]: { ...siblings, [second]: value } };
}
