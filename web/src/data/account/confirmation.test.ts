import { OverdueError } from '@overdue/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { setReauthenticationDialog, withReauthentication } from './confirmation.ts';

const TOO_OLD = new OverdueError('fresh_sign_in_required', 'Confirm that it’s you.', { status: 403 });

function makeFresh(state: { isFresh: boolean }): boolean {
  state.isFresh = true;
  return true;
}

function refusingAPI() {
  const state = { isFresh: false, calls: 0, asked: 0 };
  const create = async (name: string): Promise<string> => {
    state.calls += 1;
    if (!state.isFresh) throw TOO_OLD;
    return name;
  };
  const api = withReauthentication({ tokens: { create, count: () => state.calls } });
  return { state, api };
}

function respondWith(response: () => boolean): void {
  onTestFinished(setReauthenticationDialog(async () => response()));
}

test('a refused call is repeated with the same arguments once the person is confirmed', async () => {
  const { state, api } = refusingAPI();
  respondWith(() => makeFresh(state));
  expect(await api.tokens.create('ci')).toBe('ci');
  expect(state.calls).toBe(2);
});

test('two calls refused at the same time show one dialog', async () => {
  const { state, api } = refusingAPI();
  respondWith(() => {
    state.asked += 1;
    return makeFresh(state);
  });
  expect(await Promise.all([api.tokens.create('a'), api.tokens.create('b')])).toEqual(['a', 'b']);
  expect(state.asked).toBe(1);
});

test('cancelling rejects with the refusal, and the next call shows the dialog again', async () => {
  const { state, api } = refusingAPI();
  respondWith(() => state.calls > 1 && makeFresh(state));
  await expect(api.tokens.create('ci')).rejects.toBe(TOO_OLD);
  expect(await api.tokens.create('ci')).toBe('ci');
});

test('other results and errors pass unchanged', async () => {
  const broken = new OverdueError('forbidden', 'No.', { status: 403 });
  const api = withReauthentication({ fail: () => Promise.reject(broken), sum: (a: number) => a + 1 });
  await expect(api.fail()).rejects.toBe(broken);
  expect(api.sum(1)).toBe(2);
});
