import { expect, test } from 'vitest';
import { ActionCancelled, createWaitingActions, WAITING_MAX } from './waiting-actions.ts';

class NoResponse extends Error {}

/** Simulates a service that can be down, and records the requests. */
function start() {
  const listeners = new Set<() => void>();
  const service = { isDown: false, received: [] as string[], losesResponses: false };
  function set(isDown: boolean): void {
    service.isDown = isDown;
    for (const listener of listeners) listener();
  }
  const actions = createWaitingActions({
    reachability: {
      isUnreachable: () => service.isDown,
      check: () => undefined,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    isNoResponse: (error) => error instanceof NoResponse,
    waitToRetry: () => Promise.resolve(),
    tooMany: 'Too many.',
  });
  const send = (name: string) => async () => {
    if (service.isDown) throw new NoResponse();
    service.received.push(name);
    if (service.losesResponses) {
      service.losesResponses = false;
      throw new NoResponse();
    }
    return name;
  };
  const perform = (name: string) => actions.perform({ key: name, label: name, send: send(name) });
  const waiting = () => actions.current().map(({ label }) => label);
  return { service, actions, perform, send, waiting, lose: () => set(true), restore: () => set(false) };
}

test('actions are sent without a wait while the service responds', async () => {
  const { perform, waiting } = start();
  expect(await perform('pause')).toBe('pause');
  expect(waiting()).toEqual([]);
});

test('actions wait for the service, and are sent in order', async () => {
  const { service, perform, waiting, lose, restore } = start();
  lose();
  const results = [perform('one'), perform('two'), perform('three')];
  expect(waiting()).toEqual(['one', 'two', 'three']);
  expect(service.received).toEqual([]);
  restore();
  expect(await Promise.all(results)).toEqual(['one', 'two', 'three']);
  expect(service.received).toEqual(['one', 'two', 'three']);
  expect(waiting()).toEqual([]);
});

test('an action that finds the service gone waits, and later ones wait behind it', async () => {
  const { service, actions, perform, send, waiting } = start();
  let isFirst = true;
  const gone = actions.perform({
    key: 'gone',
    label: 'gone',
    send() {
      if (!isFirst) return send('gone')();
      isFirst = false;
      return Promise.reject(new NoResponse());
    },
  });
  await expect.poll(waiting).toEqual(['gone']);
  await Promise.all([gone, perform('later')]);
  expect(service.received).toEqual(['gone', 'later']);
});

test('a cancelled action is never sent', async () => {
  const { service, actions, perform, waiting, lose, restore } = start();
  lose();
  const [first, second] = [perform('first'), perform('second')];
  actions.current()[0]?.cancel();
  await expect(first).rejects.toBeInstanceOf(ActionCancelled);
  expect(waiting()).toEqual(['second']);
  restore();
  await second;
  expect(service.received).toEqual(['second']);
});

test('a refused action rejects with the service’s error, and the next is sent', async () => {
  const { service, actions, perform, lose, restore } = start();
  lose();
  const refused = actions.perform({
    key: 'refused',
    label: 'refused',
    send: () => Promise.reject(new Error('Acknowledged already.')),
  });
  const next = perform('next');
  restore();
  await expect(refused).rejects.toThrow('Acknowledged already.');
  await next;
  expect(service.received).toEqual(['next']);
});

test('an action whose response was lost isn’t sent twice', async () => {
  const { service, actions, send } = start();
  service.losesResponses = true;
  const result = await actions.perform({
    key: 'note',
    label: 'note',
    send: send('note'),
    findResult: () => Promise.resolve(service.received.includes('note') ? 'found' : null),
  });
  expect(result).toBe('found');
  expect(service.received).toEqual(['note']);
});

test('an action that was never sent doesn’t look for an earlier result', async () => {
  const { actions, send, lose, restore } = start();
  lose();
  const note = actions.perform({
    key: 'note',
    label: 'note',
    send: send('note'),
    findResult: () => Promise.resolve('an older note of the same text'),
  });
  restore();
  expect(await note).toBe('note');
});

test('the number of waiting actions is limited', async () => {
  const { perform, lose, restore } = start();
  lose();
  const results = Array.from({ length: WAITING_MAX }, (_, index) => perform(`${index}`));
  await expect(perform('one more')).rejects.toThrow('Too many.');
  restore();
  expect(await Promise.all(results)).toHaveLength(WAITING_MAX);
});
