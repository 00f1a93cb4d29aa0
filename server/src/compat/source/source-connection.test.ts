import { expect, test } from 'vitest';
import { connectToSource } from './source-connection.ts';

function connectTo(body: string) {
  return connectToSource(
    'cronitor',
    { title: 'Cronitor', url: 'https://cronitor.io' },
    {
      request: () => Promise.resolve({ status: 200, headers: {}, body }),
      account: { key: 'a-key', url: 'https://cronitor.example.com' },
      report() {},
    },
  );
}

test('the pages of an import have at most 100 MB in all', async () => {
  const { get } = connectTo('é'.repeat(10_000_000));
  for (let page = 1; page <= 5; page += 1) await get(`/api/monitors?page=${page}`);
  await expect(get('/api/monitors?page=6')).rejects.toMatchObject({
    code: 'too_large',
    message:
      'Cronitor sent more than 100000000 bytes in all. Import without the history, or export a file and import it in parts.',
  });
});

test('the pages of an import have at most 5,000,000 values in all', async () => {
  const { getJSON } = connectTo(`[${'0,'.repeat(999_998)}0]`);
  for (let page = 1; page <= 5; page += 1) await getJSON(`/api/monitors?page=${page}`);
  await expect(getJSON('/api/monitors?page=6')).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('more than 5000000 values in all'),
  });
});
