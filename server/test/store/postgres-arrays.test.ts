import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArrayValue, bigintArray, byteaArray, textArray } from '../../src/database/postgres/arrays.ts';
import { type Connection, openConnections } from '../../src/database/postgres/connections.ts';
import { type Database, takeDatabase } from '../postgres/database.ts';

// Arrays to send to PostgreSQL. PostgreSQL prints numbers and texts as JSON and bytes as hexadecimal digits, and the tests
// compare the output.
const NUMBERS = fc.array(fc.option(fc.maxSafeInteger()));
const TEXTS = fc.array(fc.option(fc.string({ unit: 'binary' })));
const BYTES = fc.array(fc.uint8Array());

let database: Database;
let connection: Connection;
let end: () => Promise<void>;

beforeAll(async () => {
  database = await takeDatabase('15');
  const connections = openConnections(database.url, 1);
  connection = await connections.connect();
  end = () => connections.end();
});

afterAll(async () => {
  connection.release();
  await end();
  await database.drop();
});

async function read(text: string, array: ArrayValue): Promise<unknown> {
  const [response] = await connection.pipeline([{ text, values: [array] }]);
  return JSON.parse(response?.rows[0]?.[0] ?? 'null');
}

const same = <T>(value: T): T => value;

test('numbers arrive unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(NUMBERS, async (numbers) => {
      expect(await read('SELECT to_json($1::bigint[])', bigintArray(numbers, same))).toEqual(numbers);
    }),
  );
});

test.each([1.5, Number.NaN, 2 ** 53])('%s is refused, and the connection still works', async (number) => {
  await expect(read('SELECT to_json($1::bigint[])', bigintArray([number], same))).rejects.toThrow(RangeError);
  expect(await read('SELECT to_json($1::bigint[])', bigintArray([7], same))).toEqual([7]);
});

test('texts arrive unchanged, except for the character that no text can hold', async () => {
  await fc.assert(
    fc.asyncProperty(TEXTS, async (texts) => {
      expect(await read('SELECT to_json($1::text[])', textArray(texts, same))).toEqual(
        texts.map((text) => text?.replaceAll('\0', '\u{FFFD}') ?? null),
      );
    }),
    { examples: [[['a\0b', '\0', null]]] },
  );
});

test('values that exceed the allocated memory get more', async () => {
  const texts = Array.from({ length: 3 }, (_, index) => `${index}ü`.repeat(700_000));
  expect(await read('SELECT to_json($1::text[])', textArray(texts, same))).toEqual(texts);
});

test('bytes arrive unchanged', async () => {
  const select = "SELECT to_json(ARRAY(SELECT encode(b, 'hex') FROM unnest($1::bytea[]) AS b))";
  await fc.assert(
    fc.asyncProperty(BYTES, async (lists) => {
      expect(await read(select, byteaArray(lists, same))).toEqual(
        lists.map((bytes) => Buffer.from(bytes).toString('hex')),
      );
    }),
  );
});
