import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { EVENT_TYPES } from '@overdue/domain/ping/ping.ts';
import { indexedWords } from '@overdue/domain/search/words.ts';
import type { Kysely } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import { parseTexts, readOr, requireOneOf } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import type {
  FoundLog,
  SearchedText,
  SearchedTexts,
  SearchStore,
  TextSelection,
  WantedWord,
} from './contract.ts';

/** Maximum notes of an incident to search. */
const NOTES_MAX = 500;

async function listTextsOfMonitors(
  db: Kysely<Schema>,
  teamID: string,
  { afterID, limit, projects }: Extract<TextSelection, { readonly of: 'monitors' }>,
): Promise<SearchedTexts[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.id', 'm.short_id', 'm.name', 'm.tags', 'm.description'])
    .select('p.short_id as project_short_id')
    .where('m.team_id', '=', teamID)
    .where('m.id', '>', afterID)
    .$if(projects !== undefined, (query) => query.where('p.short_id', 'in', [...(projects ?? [])]))
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    monitor: monitorOf(row),
    incident: null,
    texts: [
      { field: 'name', text: row.name },
      ...readOr(() => parseTexts(row.tags, 'monitors.tags'), []).map(
        (text): SearchedText => ({ field: 'tag', text }),
      ),
      { field: 'description', text: row.description },
      { field: 'shortID', text: row.short_id },
    ],
  }));
}

async function listTextsOfIncidents(
  db: Kysely<Schema>,
  teamID: string,
  selection: Extract<TextSelection, { readonly of: 'incidents' }>,
): Promise<SearchedTexts[]> {
  const { beforeID = Number.MAX_SAFE_INTEGER, limit, projects, monitorShortID, from, to } = selection;
  const rows = await db
    .selectFrom('incidents as i')
    .innerJoin('monitors as m', 'm.id', 'i.monitor_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['i.id', 'i.incident_id', 'i.reason', 'i.opened_at', 'i.closed_at'])
    .select(['i.acknowledged_by', 'i.note'])
    .select(['m.short_id', 'm.name', 'p.short_id as project_short_id'])
    .where('i.team_id', '=', teamID)
    .where('i.id', '<', beforeID)
    .$if(monitorShortID !== undefined, (query) => query.where('m.short_id', '=', monitorShortID ?? ''))
    .$if(projects !== undefined, (query) => query.where('p.short_id', 'in', [...(projects ?? [])]))
    .$if(from !== undefined, (query) => query.where('i.opened_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('i.opened_at', '<', to ?? 0))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  const notes = await listNotesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    monitor: monitorOf(row),
    incident: {
      incidentID: row.incident_id,
      reason: readOr(() => requireOneOf(FAILURE_REASONS, row.reason, 'incidents.reason'), 'missed'),
      openedAt: row.opened_at,
      closedAt: row.closed_at,
    },
    texts: [
      ...[...(row.note === null ? [] : [row.note]), ...(notes.get(row.id) ?? [])].map(
        (text): SearchedText => ({ field: 'note', text }),
      ),
      { field: 'name', text: row.name },
      { field: 'acknowledgedBy', text: row.acknowledged_by ?? '' },
    ],
  }));
}

function monitorOf(row: {
  readonly short_id: string;
  readonly name: string;
  readonly project_short_id: string;
}) {
  return { shortID: row.short_id, name: row.name, projectShortID: row.project_short_id };
}

async function listNotesOf(
  db: Kysely<Schema>,
  incidentIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (incidentIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('incident_notes')
    .select(['incident_id', 'text'])
    .where('incident_id', 'in', [...incidentIDs])
    .orderBy('id')
    .execute();
  const notes = new Map<number, string[]>();
  for (const { incident_id: id, text } of rows) {
    const own = notes.get(id);
    if (own === undefined) notes.set(id, [text]);
    else if (own.length < NOTES_MAX) own.push(text);
  }
  return notes;
}

export function searchQueries({ db }: QueryContext) {
  return {
    listTexts: (teamID, selection) =>
      selection.of === 'monitors'
        ? listTextsOfMonitors(db, teamID, selection)
        : listTextsOfIncidents(db, teamID, selection),
  } satisfies Partial<SearchStore>;
}

/** Maximum bytes of a log to index and to search, counted from its end, because errors are usually at the end. */
export const INDEXED_BYTES_MAX = 100_000;

/** Returns the word that marks a team's logs. Words in logs have no underscore, so the mark is unambiguous. */
function teamWord(teamID: string): string {
  return `_t${plain(teamID)}`;
}

function monitorWord(monitorID: number): string {
  return `_m${monitorID}`;
}

/** Returns the words to index for a log: a word for the team, a word for the monitor, and the words of the log. */
export function wordsOfLog(
  log: Uint8Array,
  { teamID, monitorID }: { readonly teamID: string; readonly monitorID: number },
): readonly string[] {
  return [teamWord(teamID), monitorWord(monitorID), ...indexedWords(decodeLog(log))];
}

/** Returns the words to search for, starting with the words that stand for the team and, if given, the monitor. */
export function wordsOfSearch(search: {
  readonly teamID: string;
  readonly monitorID?: number;
  readonly words: readonly WantedWord[];
}): readonly WantedWord[] {
  const own = [
    teamWord(search.teamID),
    ...(search.monitorID === undefined ? [] : [monitorWord(search.monitorID)]),
  ];
  return [
    ...own.map((text) => ({ text, isPrefix: false })),
    ...search.words.map(({ text, isPrefix }) => ({ text: plain(text), isPrefix })),
  ].filter(({ text }) => text !== '');
}

/** Decodes a log as UTF-8. Invalid bytes become replacement characters. */
function decodeLog(log: Uint8Array): string {
  return new TextDecoder().decode(log);
}

/** Removes all characters that could have a meaning in the query syntax of an index. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The columns of a found log that all databases share. */
export interface FoundLogRow {
  readonly number: number;
  readonly type: string;
  readonly at: number;
  readonly run_id: string;
  readonly body_size: number;
  readonly short_id: string;
  readonly name: string;
  readonly project: string;
  readonly log: Uint8Array;
}

export function parseFoundLog(row: FoundLogRow, cursor: string): FoundLog {
  return {
    cursor,
    monitor: { shortID: row.short_id, name: row.name, projectShortID: row.project },
    number: row.number,
    type: requireOneOf(EVENT_TYPES, row.type, 'events.type'),
    at: row.at,
    runID: row.run_id,
    log: row.log,
    isWhole: row.body_size <= row.log.byteLength,
  };
}
