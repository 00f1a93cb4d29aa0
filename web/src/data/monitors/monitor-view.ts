import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { MonitorRow, Status } from '@overdue/sdk';
import { STATUSES } from './statuses.ts';

/** Filters and order of the monitor list, stored in the URL. */
export interface ListView {
  readonly q: string;
  readonly projects: readonly string[];
  readonly statuses: readonly Status[];
  readonly tags: readonly string[];
  readonly severities: readonly MonitorRow['severity'][];
  readonly sort: Sort;
}

/** A view without filters. Keeps the order. */
export const NO_FILTERS = {
  q: '',
  projects: [],
  statuses: [],
  tags: [],
  severities: [],
} satisfies Omit<ListView, 'sort'>;

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
export type Sort = (typeof SORTS)[number];

export interface ListViewSearch {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: string | undefined;
  readonly tag?: string | undefined;
  readonly severity?: string | undefined;
  readonly sort?: string | undefined;
}

/** Reads a view from the URL. Drops invalid values. */
export function viewOf(search: ListViewSearch): ListView {
  const statuses = readList(search.status);
  const severities = readList(search.severity);
  return {
    q: search.q ?? '',
    projects: readList(search.project),
    statuses: STATUSES.filter((status) => statuses.includes(status)),
    tags: readList(search.tag),
    severities: SEVERITIES.filter((severity) => severities.includes(severity)),
    sort: SORTS.find((sort) => sort === search.sort) ?? 'worst',
  };
}

/** Inverse of {@link viewOf}. Omits default values. */
export function searchOf(view: ListView): ListViewSearch {
  return {
    ...(view.q === '' ? {} : { q: view.q }),
    ...(view.projects.length === 0 ? {} : { project: writeList(view.projects) }),
    ...(view.statuses.length === 0 ? {} : { status: writeList(view.statuses) }),
    ...(view.tags.length === 0 ? {} : { tag: writeList(view.tags) }),
    ...(view.severities.length === 0 ? {} : { severity: writeList(view.severities) }),
    ...(view.sort === 'worst' ? {} : { sort: view.sort }),
  };
}

export function isNarrowed(view: Omit<ListView, 'sort'>): boolean {
  const { q, projects, statuses, tags, severities } = view;
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
export function readList(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const values = text.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
  return [...new Set(values.filter((value) => value !== ''))];
}
