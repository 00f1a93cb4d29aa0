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

export function saveSettings(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const workings = [...monitors].map(({ working }) => working);
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
  return statements;
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
