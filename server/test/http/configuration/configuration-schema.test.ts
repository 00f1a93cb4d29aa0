import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openAPI } from '../api.ts';

const GUIDE = readFileSync(new URL('../../../../docs/monitoring-as-code.md', import.meta.url), 'utf8');
const file = z.looseObject({ name: z.string() });

const exported = z.object({ configuration: z.object({ sections: z.looseObject({}) }) });

/** The first file in the guide. */
const FIRST = file.parse(parse(/```yaml\n(name: production\n.*?)```/s.exec(GUIDE)?.[1] ?? ''));
/** A file with each kind of item. */
const FULL = parse(`
name: production
channels:
  hook: { type: webhook, name: Hook, settings: { url: "https://hooks.example.com/a" }, isDefault: false }
  all: { type: group, name: All, channels: [hook] }
onCallSchedules:
  db:
    name: Database
    timezone: Europe/Riga
    rotations: [{ members: [MEMBER], startsOn: "2026-11-23", handoverAt: "09:00" }]
escalations:
  night: { name: Night, steps: [{ after: 900, channels: [all], onCall: [db] }] }
projects:
  shop: { name: Shop, channels: [hook], escalation: night, remindEvery: 3600 }
monitors:
  dump: { name: Dump, project: shop, schedule: { cron: "0 2 * * *" }, tags: [db] }
maintenance:
  sunday: { name: Sunday, monitors: [dump], cron: "0 2 * * 0", duration: 3600 }
statusPages:
  public: { title: Jobs, project: shop, slug: acme-jobs }
views:
  failing: { name: Failing, projects: [shop], statuses: [down, failing], sort: next, group: tag }
`);
const DUMP = FULL.monitors.dump;

async function openSchema() {
  const api = await openAPI();
  const [owner] = await api.store.listMembers(api.owner);
  const schema = await api.app.request('/v1/configuration.schema.json');
  // Like editors, ignores the additional keywords for examples and secrets.
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    z.record(z.string(), z.unknown()).parse(await schema.json()),
  );
  return {
    api,
    /** Returns the places of mistakes that the schema finds, and of mistakes that the service finds. */
    async check(value: object) {
      const text = JSON.stringify(value).replaceAll('MEMBER', owner?.email ?? '');
      validate(JSON.parse(text));
      const { name, ...sections } = file.parse(JSON.parse(text));
      const response = await api.send('POST', '/v1/configuration/', { json: { file: name, sections } });
      return {
        schema: (validate.errors ?? []).map(({ instancePath }) => instancePath),
        service: response.error?.fields?.map(({ path }) => path) ?? [],
        status: response.status,
      };
    },
  };
}

test("the guide's file, a file with all sections, and an export are valid", async () => {
  const { api, check } = await openSchema();
  const valid = { schema: [], service: [], status: 200 };
  // Only the schema checks this file: the service expects the values of variables, not their names.
  expect((await check(FIRST)).schema).toEqual([]);
  expect(await check(FULL)).toEqual(valid);
  const { name, ...sections } = FULL;
  const text = JSON.stringify(sections).replaceAll('MEMBER', 'owner@acme.example');
  await api.send('POST', '/v1/configuration/', {
    json: { file: name, sections: JSON.parse(text), dryRun: false },
  });
  const { data } = await api.send('GET', '/v1/configuration/?file=production');
  expect(await check({ name, ...exported.parse(data).configuration.sections })).toEqual(valid);
});

test.each([
  ['an unknown section', { monitor: { dump: DUMP } }, ''],
  ['a list as a section', { monitors: [DUMP] }, '/monitors'],
  ['a key with spaces', { monitors: { 'Nightly dump': DUMP } }, '/monitors'],
  ['a misspelt field', { monitors: { dump: { ...DUMP, shedule: {} } } }, '/monitors/dump'],
  [
    'a number as a cron expression',
    { monitors: { dump: { ...DUMP, schedule: { cron: 5 } } } },
    '/monitors/dump/schedule/cron',
  ],
  ['a text as a list', { monitors: { dump: { ...DUMP, tags: 'db' } } }, '/monitors/dump/tags'],
  ['a monitor without a name', { monitors: { dump: { tags: [] } } }, '/monitors/dump'],
  ['a channel without a type', { channels: { hook: { name: 'Hook' } } }, '/channels/hook'],
  [
    'a step without a time',
    { escalations: { night: { name: 'Night', steps: [{ channels: [] }] } } },
    '/escalations/night/steps/0',
  ],
  ['a page without a title', { statusPages: { public: { tag: 'db' } } }, '/statusPages/public'],
])('%s is refused by the schema and by the service', async (_, sections, place) => {
  const { check } = await openSchema();
  const { schema, status } = await check({ name: 'production', ...sections });
  expect(schema).toContain(place);
  expect(status).toBe(422);
});
