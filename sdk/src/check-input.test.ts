import { expect, test } from 'vitest';
import { checkInput } from './check-input.ts';

const text = { type: 'string', minLength: 1, maxLength: 5 };
const monitor = {
  type: 'object',
  properties: {
    name: text,
    count: { type: 'integer', minimum: 1, maximum: 10 },
    limit: { type: ['number', 'null'], exclusiveMinimum: 0 },
    severity: { type: 'string', enum: ['low', 'high'] },
    tags: { type: 'array', items: text, minItems: 1, maxItems: 2 },
    schedule: { type: 'object', properties: { cron: { type: 'string' } }, additionalProperties: false },
    headers: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[a-z]+$' },
      additionalProperties: text,
    },
    pingID: { type: 'string', pattern: '^[a-z]{3}$', example: 'abc' },
    at: { type: ['string', 'null'], format: 'date-time' },
    to: { type: 'string', format: 'email' },
    url: { type: 'string', format: 'uri' },
    scope: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'team' } },
          required: ['kind'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { kind: { type: 'string', enum: ['tag'] }, tag: text },
          required: ['kind', 'tag'],
          additionalProperties: false,
        },
      ],
    },
  },
  required: ['name'],
  additionalProperties: false,
};

test.each([
  [{ name: 'a' }],
  [{ name: '語語語💥💥', count: 10, limit: null, severity: 'low', tags: ['a', 'b'] }],
  [{ name: 'a', count: undefined, headers: { abc: 'x' }, at: null, scope: { kind: 'team' } }],
  [{ name: 'a', at: '2028-02-29T23:59:59.5+14:00', to: 'ann@example.com', url: 'https://example.com/x' }],
  [{ name: 'a', scope: { kind: 'tag', tag: 'x' }, pingID: 'xyz' }],
])('%j is valid', (input) => expect(checkInput(monitor, input)).toEqual([]));

test.each([
  [{}, 'name', 'This field is required.'],
  [{ name: '  ' }, 'name', 'This must not be blank.'],
  [{ name: 'abcdef' }, 'name', 'This must be at most 5 characters.'],
  [{ name: 3 }, 'name', 'This must be a string.'],
  [{ name: 'a', count: 1.5 }, 'count', 'This must be a whole number.'],
  [{ name: 'a', count: 0 }, 'count', 'This must be at least 1.'],
  [{ name: 'a', count: 11 }, 'count', 'This must be at most 10.'],
  [{ name: 'a', limit: 0 }, 'limit', 'This must be more than 0.'],
  [{ name: 'a', limit: Number.NaN }, 'limit', 'This must be a number.'],
  [{ name: 'a', severity: 'x' }, 'severity', 'This must be "low" or "high".'],
  [{ name: 'a', tags: [] }, 'tags', 'This must have at least 1 entries.'],
  [{ name: 'a', tags: ['a', 'b', 'c'] }, 'tags', 'This must have at most 2 entries.'],
  [{ name: 'a', tags: ['a', ''] }, 'tags.1', 'This must not be blank.'],
  [{ name: 'a', schedule: { every: 5 } }, 'schedule.every', 'There is no such field. Leave it out.'],
  [{ name: 'a', constructor: 5 }, 'constructor', 'There is no such field. Leave it out.'],
  [{ name: 'a', headers: { abc: '' } }, 'headers.abc', 'This must not be blank.'],
  [{ name: 'a', headers: { A: 'x' } }, 'headers.A', 'This contains characters that are not allowed.'],
  [{ name: 'a', pingID: 'ab' }, 'pingID', 'This must have a form like abc'],
  [
    { name: 'a', at: '2027-02-29T00:00:00Z' },
    'at',
    'This must be an RFC 3339 time, like 2026-11-21T08:15:30Z.',
  ],
  [{ name: 'a', to: 'ann' }, 'to', 'This must be an email address, like ann@example.com.'],
  [
    { name: 'a', url: 'ftp://example.com' },
    'url',
    'Enter a URL that begins with https:// or http:// and contains no password.',
  ],
  [{ name: 'a', scope: { kind: 'tag' } }, 'scope.tag', 'This field is required.'],
])('%j: %s: %s', (input, path, message) => expect(checkInput(monitor, input)).toEqual([{ path, message }]));

test('every invalid field is named', () =>
  expect(checkInput(monitor, { count: 'x', tags: 1 }).map(({ path }) => path)).toEqual([
    'name',
    'count',
    'tags',
  ]));
