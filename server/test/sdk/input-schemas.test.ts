import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inputLengths } from '../../../sdk/scripts/input-lengths.ts';
import { inputSchemas } from '../../../sdk/scripts/input-schemas.ts';
import { objectAt } from '../../../sdk/scripts/schema-type.ts';
import { checkInput, type InputSchema } from '../../../sdk/src/check-input.ts';
import * as lengths from '../../../sdk/src/input-lengths.generated.ts';
import * as generated from '../../../sdk/src/input-schemas.generated.ts';
import { parseInput } from '../../src/api/problems.ts';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { createTestCatalog } from '../http/test-catalog.ts';
import { isLongRun } from '../length.ts';
import { inputsNear } from './inputs-near.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCHEMAS: Readonly<Record<string, InputSchema>> = generated;

/** Maximum number of problems in a response. */
const PROBLEMS_MAX = 50;

/** Inputs, or parts of them, for which the service has rules that a schema can't express. */
const MORE: Readonly<Record<string, RegExp>> = {
  MonitorInput: /^(?:schedule\.\w+|remindEvery)$/,
  MonitorEdit: /^(?:schedule\.\w+|remindEvery)$/,
  SchedulePreviewInput: /^(?:schedule\.\w+|after)$/,
  EscalationInput: /^steps\b/,
  EscalationEdit: /^steps\b/,
  OnCallScheduleInput: /^timezone$|\.startsOn$/,
  OnCallScheduleEdit: /^timezone$|\.startsOn$/,
  ProjectInput: /^remindEvery$/,
  ProjectEdit: /^remindEvery$/,
  ImportInput: /^timezone$/,
  SetupInput: /^password$/,
  // Addresses and keys of browsers.
  DeviceInput: /^subscription\./,
  // Either a time or a preset must be given.
  SnoozeInput: /^$/,
};

interface Side {
  readonly name: string;
  readonly schema: InputSchema;
  /** Returns the paths of the problems that the service finds in an input. */
  readonly serverProblems: (input: unknown) => readonly string[];
}

/** All named request bodies of the API, with the checks of the client and of the service. */
const BODIES: readonly Side[] = ENDPOINTS.flatMap(({ route }) => {
  const content = route.request?.body?.content['application/json'];
  const body = content !== undefined && 'schema' in content ? content.schema : undefined;
  if (!(body instanceof z.ZodType)) return [];
  const name = z.globalRegistry.get(body)?.id ?? '';
  const schema = SCHEMAS[name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()];
  return schema === undefined ? [] : [{ name, schema, serverProblems: (input) => problemsOf(body, input) }];
});

const { catalog } = createTestCatalog('https://overdue.example.com');
const CHANNELS: readonly Side[] = catalog.describe().map(({ type, schema }) => ({
  name: `settings of ${type}`,
  schema,
  serverProblems(input) {
    const result = catalog.parse(type, input);
    return result.ok ? [] : result.problems.map(({ path }) => path.replace(/^settings\.?/, ''));
  },
}));

function problemsOf(body: z.ZodType, input: unknown): readonly string[] {
  try {
    parseInput(body, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error;
    return error.fields.map(({ path }) => path);
  }
}

test('the schemas of inputs match api/openapi.json', () => {
  const document = objectAt(JSON.parse(readFileSync(join(ROOT, 'api/openapi.json'), 'utf8')), '');
  const text = readFileSync(join(ROOT, 'sdk/src/input-schemas.generated.ts'), 'utf8');
  expect(text, 'Run: npm run generate -w sdk').toBe(`${inputSchemas(document)}\n`);
});

test('the lengths of inputs match api/openapi.json', () => {
  const document = objectAt(JSON.parse(readFileSync(join(ROOT, 'api/openapi.json'), 'utf8')), '');
  const text = readFileSync(join(ROOT, 'sdk/src/input-lengths.generated.ts'), 'utf8');
  expect(text, 'Run: npm run generate -w sdk').toBe(`${inputLengths(document)}\n`);
  expect(lengths.MONITOR_INPUT_LENGTHS).toMatchObject({ name: 200, slug: 100 });
  expect(lengths.SEARCH_QUERY_LENGTHS.q).toBe(200);
});

test('all resources that people edit have schemas', () => {
  const names = new Set(BODIES.map(({ name }) => name));
  for (const name of ['MonitorInput', 'MonitorEdit', 'ChannelInput', 'MaintenanceInput', 'ProjectInput'])
    expect(names).toContain(name);
});

describe.each([...BODIES, ...CHANNELS])('$name: both sides accept the same inputs', (side) => {
  const { name, schema, serverProblems } = side;
  const more = MORE[name];

  test('both sides name the same fields', () => {
    fc.assert(
      fc.property(inputsNear(schema), (input) => {
        const here = new Set(checkInput(schema, input).map(({ path }) => path));
        const there = new Set(serverProblems(input));
        for (const path of here) {
          // The service reports only the first problems.
          if (there.size < PROBLEMS_MAX && !more?.test(path))
            expect(there, `only the client refuses ${path}`).toContain(path);
        }
        for (const path of there) {
          if (here.size > 0 || more?.test(path)) continue;
          expect.unreachable(`only the service refuses ${path} of ${JSON.stringify(input)}`);
        }
      }),
      { numRuns: isLongRun ? 300 : 60 },
    );
  });
});
