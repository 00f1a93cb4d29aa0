import { monitorAlertingJSON } from '../../alerts/rows.ts';
import { rulesRow } from '../../rows.ts';
import { bigintArray, textArray } from '../connection/arrays.ts';
import type { Statement } from '../connection/statement.ts';
import type { HeldMonitor } from './held.ts';

const BUMP_RULES_VERSION =
  'UPDATE monitor_states SET rules_version = rules_version + 1 WHERE monitor_id = ANY($1::bigint[])';

const UPDATE_RULES = `UPDATE monitors m SET schedule_type = u.type, interval_ms = u.interval, cron = u.cron, timezone = u.timezone,
    grace_ms = u.grace, max_run_ms = u.max_run, alert_after_failures = u.alert_after, recover_after_successes = u.recover_after
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[]) AS u (id, type, interval, cron, timezone, grace, max_run, alert_after, recover_after) WHERE m.id = u.id`;

const UPDATE_DETAILS = `UPDATE monitors m SET name = u.name, description = u.description, tags = u.tags,
    project_id = u.project_id, alerting = u.alerting, revision = u.revision
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
    AS u (id, name, description, tags, project_id, alerting, revision) WHERE m.id = u.id`;

export function saveSettings(monitors: Iterable<HeldMonitor>): readonly Statement[] {
  const workings = [...monitors].map(({ working }) => working);
  const ruled = workings
    .filter(({ rulesChanged }) => rulesChanged)
    .map(({ id, monitor }) => ({ id, ...rulesRow(monitor.rules) }));
  const detailed = workings.flatMap(({ id, settings, settingsChanged }) =>
    settings === null || !settingsChanged ? [] : [{ id, revision: settings.revision, ...settings.details }],
  );
  const statements: Statement[] = [];
  if (ruled.length > 0) {
    const ids = bigintArray(ruled, ({ id }) => id);
    statements.push({ text: BUMP_RULES_VERSION, values: [ids] });
    statements.push({
      text: UPDATE_RULES,
      values: [
        ids,
        textArray(ruled, (row) => row.schedule_type),
        bigintArray(ruled, (row) => row.interval_ms),
        textArray(ruled, (row) => row.cron),
        textArray(ruled, (row) => row.timezone),
        bigintArray(ruled, (row) => row.grace_ms),
        bigintArray(ruled, (row) => row.max_run_ms),
        bigintArray(ruled, (row) => row.alert_after_failures),
        bigintArray(ruled, (row) => row.recover_after_successes),
      ],
    });
  }
  if (detailed.length > 0) {
    statements.push({
      text: UPDATE_DETAILS,
      values: [
        bigintArray(detailed, ({ id }) => id),
        textArray(detailed, ({ name }) => name),
        textArray(detailed, ({ description }) => description),
        textArray(detailed, ({ tags }) => JSON.stringify(tags)),
        bigintArray(detailed, ({ projectID }) => projectID),
        textArray(detailed, ({ alerting }) => monitorAlertingJSON(alerting)),
        bigintArray(detailed, ({ revision }) => revision),
      ],
    });
  }
  return statements;
}
