import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../query-client.ts';
import { createRefetch } from './refetching.ts';

const refetch = createRefetch(queryClient);

afterEach(() => queryClient.clear());

function show(key: string) {
  const responses: ((response: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: [key],
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
  });
  const hide = observer.subscribe(() => undefined);
  return {
    reads: () => responses.length,
    answer: (index: number, text: string) => responses[index]?.(text),
    shown: () => observer.getCurrentResult().data,
    hide,
  };
}

test('a first request is repeated once after any number of changes', async () => {
  const { reads, answer, shown, hide } = show('history');
  refetch({ queryKey: ['history'] });
  refetch({ queryKey: ['history'] });
  expect(reads()).toBe(1);
  answer(0, 'before');
  await vi.waitFor(() => expect(reads()).toBe(2));
  expect(shown()).toBe('before');
  answer(1, 'after');
  await vi.waitFor(() => expect(shown()).toBe('after'));
  expect(reads()).toBe(2);
  hide();
});

test('cached data is refetched, and the later of two responses is shown', async () => {
  const { reads, answer, shown, hide } = show('history');
  answer(0, 'first');
  await vi.waitFor(() => expect(shown()).toBe('first'));
  refetch({ queryKey: ['history'] });
  refetch({ queryKey: ['history'] });
  expect(reads()).toBe(3);
  answer(2, 'third');
  answer(1, 'second');
  await vi.waitFor(() => expect(shown()).toBe('third'));
  hide();
});

test('a first request without a change is not repeated', async () => {
  const { reads, answer, shown, hide } = show('deliveries');
  refetch({ queryKey: ['history'] });
  answer(0, 'first');
  await vi.waitFor(() => expect(shown()).toBe('first'));
  expect(reads()).toBe(1);
  hide();
});
