import type { IncidentStep } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { mergeSteps } from './merged-steps.ts';

const AT = '2026-11-20T01:00:00.000Z';
const STEP = { at: AT, message: null, until: null, from: null } as const;

function refused(name: string | null, text: string, at = AT): IncidentStep {
  return { ...STEP, at, kind: 'not_alerted', name, text };
}

test('channels that were not alerted share a row if the time and the reason are the same', () => {
  const steps: readonly IncidentStep[] = [
    { ...STEP, kind: 'opened', name: null, text: null },
    refused('#ops', 'Not a channel of this monitor.'),
    refused('Pager', 'Not a channel of this monitor.'),
    refused('Mail', 'Below its severity.'),
    refused('Mail', 'Below its severity.', '2026-11-20T01:10:00.000Z'),
    refused(null, 'The team has no channels.'),
    refused(null, 'The team has no channels.'),
  ];
  expect(mergeSteps(steps).map(({ step, names }) => [step.text, names])).toEqual([
    [null, []],
    ['Not a channel of this monitor.', ['#ops', 'Pager']],
    ['Below its severity.', ['Mail']],
    ['Below its severity.', ['Mail']],
    ['The team has no channels.', []],
    ['The team has no channels.', []],
  ]);
});
