import { differences } from '@overdue/domain/configuration/differences.ts';
import type { ConfiguredKind } from '@overdue/domain/configuration/resource.ts';
import { type CurrentResource, SECTIONS, type Settings } from '@overdue/domain/configuration/resource.ts';
import { mapReferences } from '@overdue/domain/configuration/setting-references.ts';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { SHARE_SLUG } from '../projects/endpoints/shares.ts';
import { createDefaults, describeAll } from './configured-kind.ts';
import { openKinds } from './kinds.ts';
import { KEY } from './read-items.ts';
import type { TeamState } from './team-state.ts';

const KEY_LENGTH_MAX = 64;

interface ExportedFile {
  readonly sections: Readonly<Record<string, Readonly<Record<string, Settings>>>>;
  /** Paths of secrets, which are not exported. */
  readonly secrets: readonly string[];
}

/**
 * Exports the team's resources as items of a file. Planning with this file results in no changes. Leaves out resources that other
 * files manage.
 */
export async function exportFile(file: string, state: TeamState): Promise<ExportedFile> {
  const kinds = await openKinds(state);
  const descriptions = await describeAll(state, kinds);
  const exported = descriptions.filter(({ managedBy }) => managedBy === null || managedBy.file === file);
  const keys = chooseKeys(exported, file);
  const keyOf = (kind: ConfiguredKind, id: string) => keys.get(`${kind} ${id}`) ?? id;
  const defaultsOf = createDefaults(kinds);
  const sections: Record<string, Record<string, Settings>> = {};
  const secrets: string[] = [];
  for (const resource of exported) {
    if (state.slices.isOver()) await state.slices.next();
    const { kind, id } = resource;
    const key = keyOf(kind, id);
    const { settings, hidden } = withoutSecrets(resource);
    secrets.push(...hidden.map((path) => `${SECTIONS[kind].name}.${key}.${path}`));
    const changed = withoutDefaults(settings, defaultsOf(kind));
    const named = mapReferences(kind, changed, (place) => keyOf(place.kind, place.to));
    const section = sections[SECTIONS[kind].name] ?? {};
    sections[SECTIONS[kind].name] = section;
    section[key] = { id, ...named };
  }
  return { sections, secrets };
}

/**
 * Returns the key of each resource, by kind and ID. Resources that the file doesn't manage yet get a key made from their name.
 */
function chooseKeys(resources: readonly CurrentResource[], file: string): ReadonlyMap<string, string> {
  const usedKeys = new Set(
    resources.flatMap(({ kind, managedBy }) =>
      managedBy?.file === file ? [`${kind} ${managedBy.key}`] : [],
    ),
  );
  return new Map(
    resources.map(({ kind, id, name, managedBy }) => {
      if (managedBy?.file === file) return [`${kind} ${id}`, managedBy.key];
      const slug = slugify(name).slice(0, KEY_LENGTH_MAX);
      const base = KEY.test(slug) ? slug : id.toLowerCase();
      // Adds the ID to a key that is already used, because several resources may have the same name.
      const key = usedKeys.has(`${kind} ${base}`)
        ? `${base.slice(0, KEY_LENGTH_MAX - 11)}-${id.slice(0, 10)}`
        : base;
      usedKeys.add(`${kind} ${key}`);
      return [`${kind} ${id}`, key];
    }),
  );
}

/** Leaves out secrets, and settings that people change in daily use. */
function withoutSecrets({ kind, settings }: CurrentResource): {
  readonly settings: Settings;
  readonly hidden: readonly string[];
} {
  switch (kind) {
    case 'channel': {
      const entries = Object.entries(settings.settings ?? {});
      const shown = entries.filter(([, value]) => !JSON.stringify(value).includes('••••'));
      const hidden = entries.filter((entry) => !shown.includes(entry)).map(([name]) => `settings.${name}`);
      return { settings: { ...settings, settings: Object.fromEntries(shown) }, hidden };
    }
    case 'monitor': {
      const { forwardTo, paused: _, ...others } = settings;
      return { settings: others, hidden: forwardTo === '' ? [] : ['forwardTo'] };
    }
    case 'status_page': {
      const { slug, ...others } = settings;
      // Leaves out the random key that a page without a slug has in its place.
      const isSlug = typeof slug === 'string' && SHARE_SLUG.test(slug);
      return { settings: isSlug ? settings : others, hidden: [] };
    }
    default:
      return { settings, hidden: [] };
  }
}

/** Keeps settings that differ from the defaults. A setting without a value counts as absent. */
function withoutDefaults(settings: Settings, defaults: Settings): Settings {
  const changed = Object.entries(settings).filter(
    ([name, value]) => differences(defaults, { [name]: value }).length > 0,
  );
  return Object.fromEntries(changed);
}
