import { OverdueError } from '@overdue/sdk';
import { expect, onTestFinished, test } from 'vitest';
import type { Conflict } from './merged-edit.ts';
import { type Choice, saveMerged, setMergeView } from './merged-save.ts';

const LOADED = { name: 'job', description: '', revision: 1 };

/** A service with one resource, which refuses changes to outdated revisions. */
function serve(current: typeof LOADED) {
  const state = { current };
  const send = async (
    edit: { readonly name?: string; readonly description?: string },
    { ifMatch }: { readonly ifMatch: number },
  ) => {
    if (ifMatch !== state.current.revision) {
      throw new OverdueError('precondition_failed', 'Somebody has changed this.', {
        status: 412,
        current: { project: state.current },
      });
    }
    state.current = { ...state.current, ...edit, revision: ifMatch + 1 };
    return state.current;
  };
  return { state, send };
}

function viewThatChooses(choice: Choice | null) {
  const seen: { conflicts: readonly Conflict[]; merges: number } = { conflicts: [], merges: 0 };
  onTestFinished(
    setMergeView({
      choose(conflicts) {
        seen.conflicts = conflicts;
        return Promise.resolve(choice);
      },
      onMerged() {
        seen.merges += 1;
      },
    }),
  );
  return seen;
}

test('a change without conflicts is saved silently', async () => {
  const seen = viewThatChooses(null);
  const { send } = serve(LOADED);
  const edit = { name: 'mine', description: '' };
  expect(await saveMerged({ base: LOADED, edit, send })).toEqual({
    name: 'mine',
    description: '',
    revision: 2,
  });
  expect(seen).toEqual({ conflicts: [], merges: 0 });
});

test('a change of another field is merged and reported', async () => {
  const seen = viewThatChooses(null);
  const { send } = serve({ ...LOADED, description: 'theirs', revision: 2 });
  const edit = { name: 'mine', description: '' };
  expect(await saveMerged({ base: LOADED, edit, send })).toEqual({
    name: 'mine',
    description: 'theirs',
    revision: 3,
  });
  expect(seen).toEqual({ conflicts: [], merges: 1 });
});

test.each([
  [[], 'mine'],
  [['name'], 'theirs'],
])('the choice of %j saves %s of a field that both have changed', async (theirs, name) => {
  const seen = viewThatChooses({ theirs });
  const { send } = serve({ ...LOADED, name: 'theirs', revision: 2 });
  const edit = { name: 'mine', description: 'also mine' };
  expect(await saveMerged({ base: LOADED, edit, send })).toMatchObject({ name, description: 'also mine' });
  expect(seen.conflicts).toEqual([{ path: 'name', yours: 'mine', theirs: 'theirs' }]);
});

test('cancelling saves nothing and rejects with the error of the service', async () => {
  const seen = viewThatChooses(null);
  const { state, send } = serve({ ...LOADED, name: 'theirs', revision: 2 });
  const saving = saveMerged({ base: LOADED, edit: { name: 'mine', description: '' }, send });
  await expect(saving).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(state.current).toEqual({ ...LOADED, name: 'theirs', revision: 2 });
  expect(seen.merges).toBe(0);
});
