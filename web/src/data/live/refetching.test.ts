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

test('any number of changes during a request lead to one more request, whose response is shown', async () => {
  const { reads, answer, shown, hide } = show('history');
  answer(0, 'first');
  await vi.waitFor(() => expect(shown()).toBe('first'));
  refetch({ queryKey: ['history'] });
  refetch({ queryKey: ['history'] });
  refetch({ queryKey: ['history'] });
  expect(reads()).toBe(2);
  answer(1, 'second');
  await vi.waitFor(() => expect(reads()).toBe(3));
  answer(2, 'third');
  await vi.waitFor(() => expect(shown()).toBe('third'));
  expect(reads()).toBe(3);
  hide();
});

test('data is shown although it changes more often than a response takes', async () => {
  const { reads, answer, shown, hide } = show('history');
  answer(0, 'first');
  await vi.waitFor(() => expect(shown()).toBe('first'));
  for (const [index, text] of ['second', 'third', 'fourth'].entries()) {
    refetch({ queryKey: ['history'] });
    await vi.waitFor(() => expect(reads()).toBe(index + 2));
    refetch({ queryKey: ['history'] });
    answer(index + 1, text);
    await vi.waitFor(() => expect(shown()).toBe(text));
  }
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
