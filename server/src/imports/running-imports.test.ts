import { expect, test } from 'vitest';
import { createRunningImports } from './running-imports.ts';

function begin(imports: ReturnType<typeof createRunningImports>, teamID: string) {
  const work = Promise.withResolvers<string>();
  return {
    end: () => work.resolve('done'),
    fail: () => work.reject(new Error('broken')),
    result: imports.run(teamID, () => work.promise),
  };
}

test('a team runs two imports at a time, whether they succeed or fail', async () => {
  const imports = createRunningImports();
  const [first, second] = [begin(imports, 'a'), begin(imports, 'a')];
  const refused = imports.run('a', async () => 'never');
  await expect(refused).rejects.toThrow('2 imports of your team are running. Wait until one of them ends.');
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  expect(await imports.run('b', async () => 'other team')).toBe('other team');
  first.fail();
  await expect(first.result).rejects.toThrow('broken');
  expect(await imports.run('a', async () => 'free')).toBe('free');
  second.end();
  expect(await second.result).toBe('done');
});

test('a node runs six imports at a time', async () => {
  const imports = createRunningImports();
  const running = ['a', 'b', 'c'].flatMap((team) => [begin(imports, team), begin(imports, team)]);
  await expect(imports.run('d', async () => 'never')).rejects.toThrow('already running 6 imports');
  for (const { end } of running) end();
  await Promise.all(running.map(({ result }) => result));
  expect(await imports.run('d', async () => 'free')).toBe('free');
});
