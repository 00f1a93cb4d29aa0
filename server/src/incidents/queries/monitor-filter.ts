import type { Severity } from '@overdue/domain/alerting/alert.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IncidentFilter } from '../contract.ts';

/**
 * Selects the IDs of the team's monitors with all of the tags and one of the severities. Compares the stored JSON as text,
 * because the databases have different functions for JSON.
 */
export function monitorsWith(
  db: Kysely<Schema>,
  teamID: string,
  { tags = [], severities }: Pick<IncidentFilter, 'tags' | 'severities'>,
) {
  return db
    .selectFrom('monitors as f')
    .select('f.id')
    .where('f.team_id', '=', teamID)
    .where((eb) => eb.and(tags.map(hasTag)))
    .$if(severities !== undefined, (query) =>
      query.where((eb) => eb.or((severities ?? []).map(hasSeverity))),
    );
}

/** Whether the list contains a tag. Quotes within tags are escaped, so `","` occurs only between tags. */
function hasTag(tag: string): RawBuilder<boolean> {
  const first = `[${JSON.stringify(tag)}`;
  return sql<boolean>`(substr(f.tags, 1, length(${text(first)})) = ${first} OR ${contains('tags', `",${JSON.stringify(tag)}`)})`;
}

/** SQL condition: whether a monitor has a severity. A monitor without a stored severity has the default. */
function hasSeverity(severity: Severity): RawBuilder<boolean> {
  const isStored = contains('alerting', `"severity":"${severity}"`);
  return severity === MONITOR_ALERTING_DEFAULT.severity
    ? sql<boolean>`(${isStored} OR NOT ${contains('alerting', '"severity":')})`
    : isStored;
}

/** SQL condition: whether a column contains a text. Unlike LIKE, respects case in both databases and has no wildcards. */
function contains(column: 'tags' | 'alerting', part: string): RawBuilder<boolean> {
  const ref = sql.ref(`f.${column}`);
  return sql<boolean>`(replace(${ref}, ${text(part)}, '') <> ${ref})`;
}

/** Casts a parameter to text, because PostgreSQL can't infer its type in `length` and `replace`. */
function text(value: string): RawBuilder<string> {
  return sql<string>`CAST(${value} AS TEXT)`;
}
