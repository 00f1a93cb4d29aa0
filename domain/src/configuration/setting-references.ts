import { type ConfiguredKind, SECTIONS, type Settings } from './resource.ts';

/** A place where settings refer to another resource, such as `steps.0.channels.1`. */
export interface ReferencePlace {
  readonly kind: ConfiguredKind;
  /** Key or ID. */
  readonly to: string;
  readonly path: string;
}

/** Returns the settings with every reference replaced. Keeps empty references, because they mean "none". */
export function mapReferences(
  kind: ConfiguredKind,
  settings: Settings,
  replace: (place: ReferencePlace) => string,
): Settings {
  const mapped: Record<string, unknown> = { ...settings };
  const references: Readonly<Record<string, ConfiguredKind>> = SECTIONS[kind].references;
  for (const [pattern, to] of Object.entries(references)) {
    const [name = '', ...steps] = pattern.split('.');
    if (mapped[name] === undefined) continue;
    mapped[name] = mapAt(mapped[name], steps, {
      path: name,
      replace: (path, reference) => replace({ kind: to, to: reference, path }),
    });
  }
  return mapped;
}

export function referencesOf(kind: ConfiguredKind, settings: Settings): readonly ReferencePlace[] {
  const places: ReferencePlace[] = [];
  mapReferences(kind, settings, (place) => {
    places.push(place);
    return place.to;
  });
  return places;
}

interface Mapping {
  readonly path: string;
  replace(path: string, reference: string): string;
}

function mapAt(value: unknown, steps: readonly string[], { path, replace }: Mapping): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return typeof value === 'string' && value !== '' ? replace(path, value) : value;
  if (step === '*')
    return Array.isArray(value)
      ? value.map((entry, index) => mapAt(entry, rest, { path: `${path}.${index}`, replace }))
      : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === step ? [name, mapAt(inner, rest, { path: `${path}.${name}`, replace })] : [name, inner],
  );
  return Object.fromEntries(fields);
}
