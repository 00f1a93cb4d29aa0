import { columnNames } from '../../database/column.ts';
import type { FindReference, Reference } from '../../database/edits.ts';
import { DETAIL_COLUMNS, type DetailsRow, parseDetails } from '../../database/monitor-settings-columns.ts';
import { bigintArray, textArray } from '../../database/postgres/arrays.ts';
import type { RowFields, Statement, StatementResult } from '../../database/postgres/statement.ts';
import type { BatchInput } from '../../database/records.ts';
import { REFERENCE_TABLES } from '../../database/references.ts';
import { rowMaker } from '../../database/row-maker.ts';
import { needsSettings, type WorkingSettings } from '../working-set.ts';

const DETAIL_NAMES = columnNames(DETAIL_COLUMNS);
const detailsRowOf = rowMaker<DetailsRow>(DETAIL_NAMES);

/** Statements that edits in a batch need, and the parser of their results. */
export interface EditReading {
  /**
   * Runs before the states are locked. A deletion uses the same order (the deleted row, then the rows that refer to it), so they
   * can't deadlock.
   */
  readonly lockReferences: readonly Statement[];
  readonly readSettings: readonly Statement[];
  take(locked: readonly StatementResult[], settings: StatementResult | undefined): EditedRows;
}

export interface EditedRows {
  readonly settings: ReadonlyMap<number, WorkingSettings>;
  findIn(teamID: string): FindReference;
}

export function readEdits(inputs: readonly BatchInput[]): EditReading {
  const edits = inputs.filter((input) => 'merge' in input);
  const all = edits.flatMap(({ teamID, references }) =>
    references.map((reference) => ({ ...reference, teamID })),
  );
  const groups = [...Map.groupBy(all, ({ kind, teamID }) => `${kind} ${teamID}`).values()];
  const ids = [...new Set(inputs.filter(needsSettings).map(({ monitorID }) => monitorID))];
  return {
    lockReferences: groups.flatMap(lockGroup),
    readSettings: ids.length === 0 ? [] : [readSettings(ids)],
    take(locked, settings) {
      const rowIDs = new Map<string, number>();
      groups.forEach(([first], index) => {
        if (first === undefined) return;
        for (const [id, shortID] of locked[index]?.rows ?? [])
          rowIDs.set(keyOf({ ...first, shortID: shortID ?? '' }), Number(id));
      });
      return {
        settings: new Map((settings?.rows ?? []).map(parseRow)),
        findIn: (teamID) => (reference) => rowIDs.get(keyOf({ ...reference, teamID })) ?? null,
      };
    },
  };
}

type TeamReference = Reference & { readonly teamID: string };

function keyOf({ kind, teamID, shortID }: TeamReference): string {
  return `${kind} ${teamID} ${shortID}`;
}

/** Locks the rows against deletion, but not against other changes. */
function lockGroup(references: readonly TeamReference[]): readonly Statement[] {
  const [first] = references;
  if (first === undefined) return [];
  return [
    {
      text:
        `SELECT id, short_id FROM ${REFERENCE_TABLES[first.kind]} WHERE team_id = $1::text AND short_id = ANY($2::text[]) ` +
        'ORDER BY id FOR KEY SHARE',
      values: [first.teamID, textArray(references, ({ shortID }) => shortID)],
    },
  ];
}

function readSettings(monitorIDs: readonly number[]): Statement {
  return {
    text: `SELECT id, revision, ${DETAIL_NAMES.join(', ')} FROM monitors
      WHERE id = ANY($1::bigint[])`,
    values: [bigintArray(monitorIDs, (id) => id)],
  };
}

function parseRow([id, revision, ...details]: RowFields): readonly [
  monitorID: number,
  settings: WorkingSettings,
] {
  return [Number(id), { details: parseDetails(detailsRowOf(details)), revision: Number(revision) }];
}
