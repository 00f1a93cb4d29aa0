import { expect, test } from 'vitest';
import { sampleMonitor } from '../../../data/monitors/sample-monitor.ts';
import { CHECK_DEFAULTS } from '../../../monitor/check-defaults.ts';
import { intervalOf } from './check-fields.ts';
import { type MonitorDraft, monitorDraft, monitorInput, newDraft } from './draft-fields.ts';
import { draftProblems, monitorEdit } from './draft-input.ts';

function typed(kind: MonitorDraft['kind'], change: Partial<MonitorDraft>): MonitorDraft {
  return { ...newDraft('UTC'), name: 'website', kind, ...intervalOf(kind), ...change };
}

const WEBSITE = typed('http', { url: 'https://example.com/' });

test('a new website has an interval of one minute and the default settings', () =>
  expect(monitorInput(WEBSITE)).toMatchObject({
    kind: 'http',
    url: 'https://example.com/',
    schedule: { type: 'interval', interval: 60, timezone: 'UTC' },
    check: {
      timeout: 10,
      confirm: { attempts: 2, delay: 3 },
      method: 'GET',
      status: ['200-299'],
      contains: [],
      notContains: [],
    },
  }));

test('a target has no settings of jobs, and only a website has those of responses', () => {
  const input = monitorInput(typed('domain', { url: 'domain://example.com' }));
  expect(input).toMatchObject({ kind: 'domain', schedule: { interval: 86_400 } });
  expect(Object.keys(input.check ?? {})).toEqual(['timeout', 'confirm']);
  for (const name of ['slug', 'pingFilter', 'manualResume', 'maxRunDuration', 'forwardTo'])
    expect(input).not.toHaveProperty(name);
  expect(input.schedule).not.toHaveProperty('graceDuration');
});

test('an edit sends only what has changed', () => {
  const check = { ...CHECK_DEFAULTS.http, contains: ['a, b', 'c'], confirm: { attempts: 1, delay: 7 } };
  const before = monitorDraft(sampleMonitor({ kind: 'http', url: 'https://example.com/', check }));
  expect(monitorEdit(before, before)).toEqual({});
  expect(monitorEdit(before, { ...before, url: 'https://example.org/' })).toEqual({
    url: 'https://example.org/',
  });
  expect(monitorEdit(before, { ...before, expectedStatus: '200, 401' })).toMatchObject({
    check: { status: ['200', '401'], contains: ['a, b', 'c'], confirm: { attempts: 1, delay: 7 } },
  });
});

test.each([
  [{ url: ' ' }, 'url', /Fill in/],
  [{ timeout: '10' }, 'check.timeout', /Add a unit/],
  [{ confirmAttempts: 'two' }, 'check.confirm', /whole number/],
  [{ expectedStatus: '' }, 'check.status', /Fill in/],
  [{ interval: 'often' }, 'schedule.interval', /a duration, such as/],
] as const)('%j is wrong at %s', (change, path, message) =>
  expect(draftProblems({ ...WEBSITE, ...change })).toEqual([
    { path, message: expect.stringMatching(message) },
  ]),
);

test('a job needs no target', () =>
  expect(draftProblems({ ...newDraft('UTC'), name: 'dump', timeout: '?', confirmAttempts: '?' })).toEqual(
    [],
  ));
