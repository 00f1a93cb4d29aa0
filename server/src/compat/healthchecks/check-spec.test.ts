import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import { expect, test } from 'vitest';
import { filterInput, writeFilter } from './check-spec.ts';

const NONE = {
  methods: '',
  subject: '',
  subject_fail: '',
  start_kw: '',
  success_kw: '',
  failure_kw: '',
  filter_subject: false,
  filter_body: false,
  filter_http_body: false,
  filter_default_fail: false,
};
const ALL = {
  methods: 'POST',
  start_kw: 'START',
  success_kw: 'OK',
  failure_kw: 'FAIL',
  filter_subject: true,
  filter_body: true,
  filter_http_body: true,
  filter_default_fail: true,
} as const;

test('a filter is written as it was set', () => {
  expect(writeFilter(null)).toEqual(NONE);
  expect(writeFilter(filterInput(ALL, null))).toEqual({ ...ALL, subject: 'OK', subject_fail: 'FAIL' });
  expect(filterInput({ name: 'A', manual_resume: true }, null)).toBeNull();
});

test('a field that a request leaves out stays', () => {
  const before = filterInput(ALL, null);
  for (const [name, value] of Object.entries(NONE)) {
    if (name.startsWith('subject')) continue;
    const after = writeFilter(filterInput({ [name]: value }, before));
    expect(after).toMatchObject({ ...ALL, [name]: value });
  }
});

test.each([
  [{ subject: 'OK' }, {}, { success_kw: 'OK', filter_subject: true, subject: 'OK' }],
  [{ subject_fail: 'ERR' }, {}, { failure_kw: 'ERR', filter_subject: true, subject_fail: 'ERR' }],
  [
    { subject: '' },
    { successKeywords: 'OK', searchSubject: true },
    { success_kw: '', filter_subject: false },
  ],
  [{ subject: '' }, { failureKeywords: 'ERR' }, { success_kw: '', failure_kw: 'ERR', filter_subject: true }],
  [{ subject: 'OK', filter_subject: false }, {}, { success_kw: 'OK', filter_subject: false, subject: '' }],
  [{ success_kw: 'OK' }, {}, { success_kw: 'OK', filter_subject: false }],
])('%o on %o: the older names switch the search of the subject', (spec, before, expected) => {
  expect(writeFilter(filterInput(spec, { ...NO_FILTER, ...before }))).toMatchObject(expected);
});
