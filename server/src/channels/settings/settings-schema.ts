import { z } from 'zod';
import { problemMessage } from '../../api/problems.ts';

const PROBLEMS_MAX = 50;
const PATH_LENGTH_MAX = 100;
const SETTINGS_LENGTH_MAX = 32_000;

/** Plain JSON, secrets included. */
export type ChannelSettings = Readonly<Record<string, unknown>>;

/** An invalid field: `type`, `settings`, or a field like `settings.url`. */
export interface SettingsProblem {
  readonly path: string;
  readonly message: string;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: ChannelSettings }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

const SETTINGS = z.record(z.string(), z.unknown());
const PROPERTIES = z.object({
  properties: z.record(z.string(), z.looseObject({ writeOnly: z.boolean().optional() })).catch({}),
});

/** Returns the JSON Schema of the input. Secret fields are `writeOnly`. */
export function describeSettings(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return SETTINGS.parse(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override({ jsonSchema }) {
        if (jsonSchema.secret === true) jsonSchema.writeOnly = true;
        delete jsonSchema.secret;
      },
    }),
  );
}

/** Returns the top-level fields whose values are never shown. */
export function secretFields(schema: z.ZodType): ReadonlySet<string> {
  const { properties } = PROPERTIES.parse(describeSettings(schema));
  return new Set(Object.keys(properties).filter((name) => properties[name]?.writeOnly === true));
}

export function readSettings(json: string): ChannelSettings {
  return SETTINGS.parse(JSON.parse(json));
}

export function parseChannelSettings(schema: z.ZodType, input: unknown): SettingsResult {
  const parsed = schema.safeParse(input, { error: problemMessage });
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.flatMap(problemsOf).slice(0, PROBLEMS_MAX) };
  }
  const json = JSON.stringify(parsed.data);
  if (json.length <= SETTINGS_LENGTH_MAX) return { ok: true, settings: readSettings(json) };
  const message = `All settings together must be at most ${SETTINGS_LENGTH_MAX} characters.`;
  return { ok: false, problems: [{ path: 'settings', message }] };
}

function problemsOf(issue: z.core.$ZodIssue): readonly SettingsProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: pathOf(issue.path), message: issue.message }];
  return issue.keys.slice(0, PROBLEMS_MAX).map((key) => ({
    path: pathOf([...issue.path, key]),
    message: 'There is no such field. Leave it out.',
  }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return ['settings', ...path.map(String)].join('.').slice(0, PATH_LENGTH_MAX);
}
