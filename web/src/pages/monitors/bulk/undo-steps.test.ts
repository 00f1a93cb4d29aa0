import { expect, test } from 'vitest';
import { afterAction } from '../../../data/monitors/bulk-action.ts';
import { sampleMonitor } from '../../../data/monitors/sample-monitor.ts';
import { type Undoable, undoSteps } from './undo-steps.ts';

const UNTIL = '2026-11-22T08:00:00.000Z';
const LATER = '2026-11-23T08:00:00.000Z';
const BEFORE = [
  sampleMonitor({ shortID: 'a', tags: ['x', 'y'], projectShortID: 'p1' }),
  sampleMonitor({ shortID: 'b', tags: [], projectShortID: 'p2', paused: true, status: 'paused' }),
  sampleMonitor({ shortID: 'c', tags: ['y'], projectShortID: 'p2', mutedUntil: UNTIL }),
];

test.each<[Undoable]>([
  [{ type: 'pause' }],
  [{ type: 'resume' }],
  [{ type: 'mute', until: LATER }],
  [{ type: 'mute', until: null }],
  [{ type: 'tag', add: ['x', 'z'], remove: ['y'] }],
  [{ type: 'move', projectShortID: 'p2' }],
])('the undo of %j restores all monitors', (action) => {
  const after = new Map(BEFORE.map((monitor) => [monitor.shortID, afterAction(monitor, action)]));
  for (const step of undoSteps(BEFORE, action)) {
    for (const shortID of step.shortIDs) {
      const monitor = after.get(shortID);
      if (monitor !== undefined) after.set(shortID, afterAction(monitor, step.action));
    }
  }
  const kept = BEFORE.map(({ paused, mutedUntil, projectShortID, tags }) => ({
    ...{ paused, mutedUntil, projectShortID },
    tags: [...tags].sort(),
  }));
  const found = [...after.values()].map(({ paused, mutedUntil, projectShortID, tags }) => ({
    ...{ paused, mutedUntil, projectShortID },
    tags: [...tags].sort(),
  }));
  expect(found).toEqual(kept);
});

test('unchanged monitors need no undo', () => {
  expect(undoSteps(BEFORE, { type: 'pause' })).toEqual([
    { shortIDs: ['a', 'c'], action: { type: 'resume' } },
  ]);
  expect(undoSteps(BEFORE.slice(1, 2), { type: 'pause' })).toEqual([]);
  expect(undoSteps(BEFORE.slice(0, 1), { type: 'move', projectShortID: 'p1' })).toEqual([]);
});

test('a pause that ended an incident has no undo', () => {
  const incident = {
    incidentID: 'i',
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
  };
  expect(undoSteps([sampleMonitor({ shortID: 'a', status: 'down', incident })], { type: 'pause' })).toEqual(
    [],
  );
});
