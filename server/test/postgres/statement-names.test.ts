import { describe, expect, test } from 'vitest';
import { VERSIONS } from './binaries.ts';
import { connectForTest } from './one-connection.ts';

const NAMED = {
  text: "SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT 4%'",
  values: [],
};
const ASKED = { text: 'SELECT 4 + $1::int', values: ['2'] };

describe.for(VERSIONS)('statements on a connection to PostgreSQL %s', (version) => {
  test('statements are sent to the server once', async () => {
    const connection = await connectForTest(version);
    await connection.pipeline([ASKED]);
    for (let turn = 0; turn < 3; turn += 1) {
      const [response] = await connection.pipeline([ASKED]);
      expect(response?.rows).toEqual([['6']]);
    }
    const [named] = await connection.pipeline([NAMED]);
    expect(named?.rows).toHaveLength(1);
  });

  test('statements are sent again after an error, because the server may not have received them', async () => {
    const connection = await connectForTest(version);
    await connection.pipeline([NAMED]);
    const broken = { text: 'SELECT 1 / $1::int', values: ['0'] };
    await expect(connection.pipeline([broken, ASKED])).rejects.toThrow('division by zero');
    const [response] = await connection.pipeline([ASKED]);
    expect(response?.rows).toEqual([['6']]);
    await expect(connection.pipeline([broken])).rejects.toThrow('division by zero');
  });
});
