import { NO_FILTER, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import type { CheckSpec } from './check-spec.ts';

/** Writes a ping filter as the fields of a check. */
export function writeFilter(filter: PingFilter | null) {
  const { searchSubject, successKeywords, failureKeywords, ...others } = filter ?? NO_FILTER;
  return {
    methods: others.methods === 'POST' ? 'POST' : '',
    subject: searchSubject ? successKeywords : '',
    subject_fail: searchSubject ? failureKeywords : '',
    start_kw: others.startKeywords,
    success_kw: successKeywords,
    failure_kw: failureKeywords,
    filter_subject: searchSubject,
    filter_body: others.searchEmailBody,
    filter_http_body: others.searchHTTPBody,
    filter_default_fail: others.otherwise === 'fail',
  };
}

/** Returns a monitor's ping filter with the changes of a request. Returns null if the request contains no filter field. */
export function filterInput(spec: CheckSpec, current: PingFilter | null): PingFilter | null {
  const { methods, start_kw, filter_body, filter_http_body, filter_default_fail } = spec;
  const subjects = subjectInput(spec, current ?? NO_FILTER);
  const otherFields = [methods, start_kw, filter_body, filter_http_body, filter_default_fail];
  if (subjects === null && otherFields.every((value) => value === undefined)) return null;
  const before = { ...(current ?? NO_FILTER), ...subjects };
  return {
    ...before,
    methods: methods === undefined ? before.methods : methods === 'POST' ? 'POST' : 'any',
    searchEmailBody: filter_body ?? before.searchEmailBody,
    searchHTTPBody: filter_http_body ?? before.searchHTTPBody,
    startKeywords: start_kw ?? before.startKeywords,
    otherwise: filter_default_fail === undefined ? before.otherwise : filter_default_fail ? 'fail' : 'ignore',
  };
}

/** Reads keywords. The older fields `subject` and `subject_fail` also turn the search of the subject on or off. */
function subjectInput(spec: CheckSpec, before: PingFilter): Partial<PingFilter> | null {
  const { subject, subject_fail, success_kw, failure_kw, filter_subject } = spec;
  const names = [subject, subject_fail, success_kw, failure_kw, filter_subject];
  if (names.every((value) => value === undefined)) return null;
  const older = {
    successKeywords: subject ?? before.successKeywords,
    failureKeywords: subject_fail ?? before.failureKeywords,
  };
  const isSearched =
    subject === undefined && subject_fail === undefined
      ? before.searchSubject
      : older.successKeywords !== '' || older.failureKeywords !== '';
  return {
    successKeywords: success_kw ?? older.successKeywords,
    failureKeywords: failure_kw ?? older.failureKeywords,
    searchSubject: filter_subject ?? isSearched,
  };
}
