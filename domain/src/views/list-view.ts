import { SEVERITIES, type Severity } from '../alerting/alert.ts';
import type { Status } from '../monitor/state.ts';
import { isText, isTexts } from '../type-check.ts';

/** Statuses in the order of the monitor list, worst first. */
export const STATUSES_WORST_FIRST = [
  'down',
  'failing',
  'late',
  'new',
  'paused',
  'up',
] as const satisfies readonly Status[];

/** Statuses of monitors with a problem, worst first. */
export const PROBLEM_STATUSES: readonly Status[] = ['down', 'failing', 'late'];

export const SORTS = [
  'worst',
  'name',
  'nameDescending',
  'project',
  'next',
  'last',
  'lastAscending',
  'streak',
  'created',
] as const;
/** Order of the monitor list. */
export type Sort = (typeof SORTS)[number];

export const GROUPINGS = ['none', 'project', 'tag'] as const;
/** Groups of the monitor list. A monitor belongs to the group of its first tag. */
export type Grouping = (typeof GROUPINGS)[number];

/** Which monitors a list shows. An empty filter shows all. */
export interface ListFilters {
  /** Words that must all occur in the name, tags, description or IDs. */
  readonly q: string;
  /** Short IDs of projects. A monitor must belong to one of them. */
  readonly projects: readonly string[];
  readonly statuses: readonly Status[];
  /** A monitor must have all of these tags. */
  readonly tags: readonly string[];
  readonly severities: readonly Severity[];
}

/** Filters, order and grouping of the monitor list. */
export interface ListView extends ListFilters {
  readonly sort: Sort;
  readonly group: Grouping;
}

export const NO_FILTERS: ListFilters = { q: '', projects: [], statuses: [], tags: [], severities: [] };

export const DEFAULT_VIEW: ListView = { ...NO_FILTERS, sort: 'worst', group: 'none' };

/** Maximum shared views of a team. */
export const SHARED_VIEWS_MAX = 100;
/** Maximum private views of a member. */
export const PRIVATE_VIEWS_MAX = 50;
/** Maximum length of the name of a view, in characters. */
export const VIEW_NAME_LENGTH_MAX = 60;
/** Maximum length of the search text of a view, in characters. */
export const VIEW_SEARCH_LENGTH_MAX = 200;
/** Maximum projects of a view. */
export const VIEW_PROJECTS_MAX = 100;

/** Returns only the settings of the list from an object that has more fields, such as a saved view. */
export function settingsOf({ q, projects, statuses, tags, severities, sort, group }: ListView): ListView {
  return { q, projects, statuses, tags, severities, sort, group };
}

/** Parses settings that were stored as JSON. A missing setting has its default; unknown words are dropped. Null if a type is wrong. */
export function parseListView(value: unknown): ListView | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const stored: Readonly<Record<keyof ListView, unknown>> = { ...DEFAULT_VIEW, ...value };
  const { q, projects, statuses, tags, severities, sort, group } = stored;
  if (!isText(q) || !isText(sort) || !isText(group)) return null;
  if (!isTexts(projects) || !isTexts(statuses) || !isTexts(tags) || !isTexts(severities)) return null;
  return knownWords({ q, projects, statuses, tags, severities, sort, group }, DEFAULT_VIEW);
}

interface Words {
  readonly q: string;
  readonly projects: readonly string[];
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
  readonly severities: readonly string[];
  readonly sort: string;
  readonly group: string;
}

/** Drops unknown words, and sorts statuses and severities. */
function knownWords(
  { q, projects, statuses, tags, severities, sort, group }: Words,
  base: ListView,
): ListView {
  return {
    q,
    projects,
    statuses: STATUSES_WORST_FIRST.filter((status) => statuses.includes(status)),
    tags,
    severities: SEVERITIES.filter((severity) => severities.includes(severity)),
    sort: SORTS.find((known) => known === sort) ?? base.sort,
    group: GROUPINGS.find((known) => known === group) ?? base.group,
  };
}

/** Settings of the list as query parameters of its page. A list is joined by commas. */
export interface ListViewSearch {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: string | undefined;
  readonly tag?: string | undefined;
  readonly severity?: string | undefined;
  readonly sort?: string | undefined;
  readonly group?: string | undefined;
}

/** Reads settings from query parameters. Unknown words are dropped. A missing parameter has the value of `base`. */
export function viewOf(search: ListViewSearch, base: ListView = DEFAULT_VIEW): ListView {
  const listOf = (text: string | undefined, otherwise: readonly string[]) =>
    text === undefined ? otherwise : readList(text);
  return knownWords(
    {
      q: search.q ?? base.q,
      projects: listOf(search.project, base.projects),
      statuses: listOf(search.status, base.statuses),
      tags: listOf(search.tag, base.tags),
      severities: listOf(search.severity, base.severities),
      sort: search.sort ?? base.sort,
      group: search.group ?? base.group,
    },
    base,
  );
}

/** Inverse of {@link viewOf}. Leaves out the settings that equal those of `base`. An empty parameter turns a filter of `base` off. */
export function searchOf(view: ListView, base: ListView = DEFAULT_VIEW): ListViewSearch {
  const search = parametersOf(view);
  const same = parametersOf(base);
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== same[name]));
}

function parametersOf(view: ListView): Readonly<Record<string, string>> {
  const { q, projects, statuses, tags, severities, sort, group } = view;
  return {
    q,
    project: writeList(projects),
    status: writeList(statuses),
    tag: writeList(tags),
    severity: writeList(severities),
    sort,
    group,
  };
}

/** Whether two lists show the same. */
export function isSameView(a: ListView, b: ListView): boolean {
  return Object.keys(searchOf(a, b)).length === 0;
}

export function isNarrowed({ q, projects, statuses, tags, severities }: ListFilters): boolean {
  return q.trim() !== '' || [projects, statuses, tags, severities].some(({ length }) => length > 0);
}

export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Joins values with commas. Escapes commas within tags. */
export function writeList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
}

/** Inverse of {@link writeList}. Drops empty and repeated values. */
export function readList(text = ''): readonly string[] {
  const values = text.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
  return [...new Set(values.filter((value) => value !== ''))];
}
