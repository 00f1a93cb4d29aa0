import { type Cell, DETAIL_COLUMNS, RULES_COLUMNS, type SettingColumn } from '../../monitors/columns.ts';
import type { Settings } from '../../working-set.ts';
import { type ArrayValue, bigintArray, textArray } from '../connection/arrays.ts';
import type { Statement } from '../connection/statement.ts';
import type { LockedMonitor } from './locked-monitor.ts';

const BUMP_RULES_VERSION =
  'UPDATE monitor_states SET rules_version = rules_version + 1 WHERE monitor_id = ANY($1::bigint[])';

/** Settings of one monitor that have changed. */
interface Changed<Source> {
  readonly id: number;
  readonly source: Source;
}

const REVISION: SettingColumn<Settings> = {
  column: 'revision',
  type: 'bigint',
  write: ({ revision }) => revision,
};
const SETTINGS_COLUMNS: readonly SettingColumn<Settings>[] = [
  ...DETAIL_COLUMNS.map((column) => ({
    ...column,
    write: ({ details }: Settings) => column.write(details),
  })),
  REVISION,
];
const UPDATE_RULES = updateOf(RULES_COLUMNS);
const UPDATE_SETTINGS = updateOf(SETTINGS_COLUMNS);

/** Keeps the progress of monitors that forward already, and retries at once, because the URL may have changed. */
const START_FORWARDING = `INSERT INTO forwarding (monitor_id, forwarded_until)
  SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT (monitor_id) DO UPDATE SET due_at = 0, attempts = 0`;
const END_FORWARDING = 'DELETE FROM forwarding WHERE monitor_id = ANY($1::bigint[])';

export function saveSettings(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const all = [...monitors];
  const workings = all.map(({ working }) => working);
  const ruled = workings
    .filter(({ rulesChanged }) => rulesChanged)
    .map(({ id, monitor }) => ({ id, source: monitor.rules }));
  const detailed = workings.flatMap(({ id, settings, settingsChanged }) =>
    settings === null || !settingsChanged ? [] : [{ id, source: settings }],
  );
  const statements: Statement[] = [];
  if (ruled.length > 0) {
    statements.push({ text: BUMP_RULES_VERSION, values: [bigintArray(ruled, ({ id }) => id)] });
    statements.push({ text: UPDATE_RULES, values: valuesOf(RULES_COLUMNS, ruled) });
  }
  if (detailed.length > 0)
    statements.push({ text: UPDATE_SETTINGS, values: valuesOf(SETTINGS_COLUMNS, detailed) });
  return [...statements, ...saveForwarding(all)];
}

function saveForwarding(monitors: readonly LockedMonitor[]): readonly Statement[] {
  const edited = monitors.filter(({ working }) => working.settingsChanged);
  const [begun, ended] = [
    edited.filter(({ working }) => working.settings?.details.forwardTo !== ''),
    edited.filter(({ working }) => working.settings?.details.forwardTo === ''),
  ];
  const ids = (some: readonly LockedMonitor[]) => bigintArray(some, ({ working }) => working.id);
  const counts = bigintArray(begun, ({ loaded }) => loaded.state.eventCount);
  return [
    ...(begun.length === 0 ? [] : [{ text: START_FORWARDING, values: [ids(begun), counts] }]),
    ...(ended.length === 0 ? [] : [{ text: END_FORWARDING, values: [ids(ended)] }]),
  ];
}

/** Returns the statement that updates many monitors, with an array of values for each column. */
function updateOf<Source>(columns: readonly SettingColumn<Source>[]): string {
  const assignments = columns.map(({ column }) => `${column} = u.${column}`);
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
  const names = columns.map(({ column }) => column);
  return `UPDATE monitors m SET ${assignments.join(', ')}
  FROM unnest($1::bigint[], ${arrays.join(', ')}) AS u (id, ${names.join(', ')}) WHERE m.id = u.id`;
}

function valuesOf<Source>(
  columns: readonly SettingColumn<Source>[],
  changed: readonly Changed<Source>[],
): readonly ArrayValue[] {
  return [
    bigintArray(changed, ({ id }) => id),
    ...columns.map(({ type, write }) =>
      type === 'bigint'
        ? bigintArray(changed, ({ source }) => numberOrNull(write(source)))
        : textArray(changed, ({ source }) => textOrNull(write(source))),
    ),
  ];
}

function numberOrNull(cell: Cell): number | null {
  return cell === null ? null : Number(cell);
}

function textOrNull(cell: Cell): string | null {
  return cell === null ? null : String(cell);
}
