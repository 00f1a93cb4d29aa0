import { expect, test } from 'vitest';
import { fieldsOf, groupFields, missingFields, settingsOf } from './settings-fields.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      maxLength: 2000,
      title: 'URL',
      description: 'Use `https`.',
      example: 'https://a.example',
      writeOnly: true,
    },
    method: { type: 'string', enum: ['POST', 'GET'] },
    template: { type: 'string', maxLength: 10_000 },
    emergency: { type: 'boolean', default: false },
    thread: { type: 'integer' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    to: { type: 'string', format: 'member' },
    odd: { anyOf: [] },
  },
  required: ['url'],
};

test('each property that a form can show is a field, in the order of the schema', () => {
  expect(fieldsOf(SCHEMA).map(({ name, kind }) => [name, kind])).toEqual([
    ['url', 'text'],
    ['method', 'choice'],
    ['template', 'long'],
    ['emergency', 'switch'],
    ['thread', 'number'],
    ['headers', 'pairs'],
    ['to', 'member'],
  ]);
});

test('a field has its texts, and whether it is required or secret', () => {
  expect(fieldsOf(SCHEMA)[0]).toMatchObject({
    title: 'URL',
    hint: 'Use https.',
    example: 'https://a.example',
    isRequired: true,
    isSecret: true,
  });
});

test('many optional fields are grouped apart from the required ones', () => {
  const fields = fieldsOf(SCHEMA);
  const { shown, more } = groupFields(fields);
  expect([shown, more].map((group) => group.map(({ name }) => name))).toEqual([
    ['url'],
    ['method', 'template', 'emergency', 'thread', 'headers', 'to'],
  ]);
  expect(groupFields(fields.slice(0, 4))).toEqual({ shown: fields.slice(0, 4), more: [] });
});

test('empty fields are left out, and numbers are sent as numbers', () => {
  const values = { url: 'https://a.example', template: ' ', thread: '42', headers: {}, emergency: false };
  expect(settingsOf(fieldsOf(SCHEMA), values)).toEqual({
    url: 'https://a.example',
    thread: 42,
    emergency: false,
  });
});

test('an invalid number is sent as typed, so that the service reports it', () => {
  expect(settingsOf(fieldsOf(SCHEMA), { thread: '4x' })).toEqual({ thread: '4x' });
});

test('an emptied field of an edit is null, which removes it', () => {
  const before = { url: 'https://a.example', template: 'x', headers: { a: '1' } };
  expect(settingsOf(fieldsOf(SCHEMA), { ...before, template: '', headers: {} }, before)).toEqual({
    url: 'https://a.example',
    template: null,
    headers: null,
  });
});

test('a required field without a value is missing', () => {
  const missing = (values: object) => missingFields(fieldsOf(SCHEMA), { ...values }).map(({ name }) => name);
  expect(missing({})).toEqual(['url']);
  expect(missing({ url: ' ' })).toEqual(['url']);
  expect(missing({ url: '••••f3k2' })).toEqual([]);
});
