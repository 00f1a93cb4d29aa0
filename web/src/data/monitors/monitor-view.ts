import type { Status } from '@overdue/sdk';
import { STATUSES } from './statuses.ts';

/** Which monitors the list shows, and in which order. It stands in the URL. */
export interface View {
  readonly q: string;
  readonly projects: readonly string[];
  readonly statuses: readonly Status[];
  readonly tags: readonly string[];
  readonly sort: Sort;
}

export const SORTS = ['worst', 'name', 'project', 'next', 'last', 'streak', 'created'] as const;
export type Sort = (typeof SORTS)[number];

/** What of the query string belongs to the view; all are texts. */
export interface ViewSearch {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: string | undefined;
  readonly tag?: string | undefined;
  readonly sort?: string | undefined;
}

/** What makes no sense is dropped. */
export function viewOf(search: ViewSearch): View {
  const statuses = readList(search.status);
  return {
    q: search.q ?? '',
    projects: readList(search.project),
    statuses: STATUSES.filter((status) => statuses.includes(status)),
    tags: readList(search.tag),
    sort: SORTS.find((sort) => sort === search.sort) ?? 'worst',
  };
}

/** The inverse of {@link viewOf}, without what is as it is by default. */
export function searchOf(view: View): ViewSearch {
  return {
    ...(view.q === '' ? {} : { q: view.q }),
    ...(view.projects.length === 0 ? {} : { project: writeList(view.projects) }),
    ...(view.statuses.length === 0 ? {} : { status: writeList(view.statuses) }),
    ...(view.tags.length === 0 ? {} : { tag: writeList(view.tags) }),
    ...(view.sort === 'worst' ? {} : { sort: view.sort }),
  };
}

/** Whether anything is left out of the list. */
export function isNarrowed(view: View): boolean {
  return view.q.trim() !== '' || view.projects.length > 0 || view.statuses.length > 0 || view.tags.length > 0;
}

/** Takes `value` out when it is in, and puts it in when it is not. */
export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Tags may have commas, so commas and percent signs within a value are written as in URLs. */
function writeList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
}

function readList(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const values = text.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
  return [...new Set(values.filter((value) => value !== ''))];
}
