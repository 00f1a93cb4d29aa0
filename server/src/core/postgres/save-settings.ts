import type { Column } from '../../database/column.ts';
import { DETAIL_COLUMNS, RULES_COLUMNS } from '../../database/monitor-settings-columns.ts';
import { bigintArray } from '../../database/postgres/arrays.ts';
import type { Statement } from '../../database/postgres/statement.ts';
import type { WorkingSettings } from '../working-set.ts';
import type { LockedMonitor } from './locked-monitor.ts';
import { updateOf, updateValues } from './update-columns.ts';

const BUMP_RULES_VERSION =
  'UPDATE monitor_states SET rules_version = rules_version + 1 WHERE monitor_id = ANY($1::bigint[])';

const TABLE = { table: 'monitors', key: 'id' };
const REVISION: Column<WorkingSettings> = {
  column: 'revision',
  type: 'bigint',
  write: ({ revision }) => revision,
};
const SETTINGS_COLUMNS: readonly Column<WorkingSettings>[] = [
  ...DETAIL_COLUMNS.map((column) => ({
    ...column,
    write: ({ details }: WorkingSettings) => column.write(details),
  })),
  REVISION,
];
const UPDATE_RULES = updateOf(TABLE, RULES_COLUMNS);
const UPDATE_SETTINGS = updateOf(TABLE, SETTINGS_COLUMNS);

/** If a monitor already forwards pings, keeps its progress and retries immediately, because the URL may have changed. */
const START_FORWARDING = `INSERT INTO forwarding (monitor_id, forwarded_until)
  SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT (monitor_id) DO UPDATE SET due_at = 0, attempts = 0`;
const END_FORWARDING = 'DELETE FROM forwarding WHERE monitor_id = ANY($1::bigint[])';

export function saveSettings(monitors: Iterable<LockedMonitor>): readonly Statement[] {
  const locked = [...monitors];
  const workings = locked.map(({ working }) => working);
  const ruled = workings
    .filter(({ rulesChanged }) => rulesChanged)
    .map(({ id, monitor }) => ({ id, source: monitor.rules }));
  const detailed = workings.flatMap(({ id, settings, settingsChanged }) =>
    settings === null || !settingsChanged ? [] : [{ id, source: settings }],
  );
  const statements: Statement[] = [];
  if (ruled.length > 0) {
    statements.push({ text: BUMP_RULES_VERSION, values: [bigintArray(ruled, ({ id }) => id)] });
    statements.push({ text: UPDATE_RULES, values: updateValues(RULES_COLUMNS, ruled) });
  }
  if (detailed.length > 0)
    statements.push({ text: UPDATE_SETTINGS, values: updateValues(SETTINGS_COLUMNS, detailed) });
  return [...statements, ...saveForwarding(locked)];
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
