import { OverdueError } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { problemsOf } from './problems.ts';

const REFUSED = new OverdueError('invalid', 'The request is invalid. Correct steps.0.after, tags.2.', {
  status: 400,
  fields: [
    { path: 'steps.0.after', message: 'This must be at least 60.' },
    { path: 'tags.2', message: 'This must be at most 50 characters.' },
  ],
});

test('a field shows its own error and the errors of its entries, with durations in words', () => {
  const problems = problemsOf(REFUSED, ['steps.*.after', 'tags']);
  expect(problems.of('steps.0.after')).toBe('This must be at least 1 min.');
  expect(problems.of('steps.1.after')).toBeUndefined();
  expect(problems.of('tags')).toBe('This must be at most 50 characters.');
  expect(problems.general).toBeUndefined();
});

test('an error that no field shows names the labels, and never the paths of the API', () => {
  expect(problemsOf(REFUSED, ['tags']).general).toBe('After (1): This must be at least 1 min.');
  expect(problemsOf(REFUSED, []).general).toBe(
    'After (1): This must be at least 1 min. Tags (3): This must be at most 50 characters.',
  );
});

test('the name of a field without a label is written as words', () => {
  const error = new OverdueError('invalid', 'The request is invalid. Correct secretValue.', {
    fields: [{ path: 'inner.0.secretValue', message: 'This field is required.' }],
  });
  expect(problemsOf(error, []).general).toBe('Secret value (1): This field is required.');
});

test('other errors keep their message', () => {
  expect(problemsOf(new OverdueError('conflict', 'The name is taken.'), ['name']).general).toBe(
    'The name is taken.',
  );
  expect(problemsOf(null, ['name']).general).toBeUndefined();
});
