import { BASE62 } from '@overdue/domain/access/base62.ts';
import { SHARE_OPTIONS_DEFAULT, type ShareOptions, type ShareScope } from '@overdue/domain/access/share.ts';
import { isSameJSON } from '@overdue/domain/configuration/differences.ts';
import { z } from 'zod';
import { referencesIn } from '../api/missing-references.ts';
import { requireLastingAccess } from '../api/permission.ts';
import { invalidInputError } from '../api/problems.ts';
import type { ShareResource } from '../projects/contract.ts';
import {
  KEY_LENGTH,
  parseOptions,
  SHARES_MAX,
  shareBody,
  shareOptions,
} from '../projects/endpoints/shares.ts';
import { configurationKind, itemIDField, reference, type SaveContext } from './configured-kind.ts';
import { createReferenceCheck, requireRevision, requireSaved } from './save-resource.ts';

const schema = z.strictObject({
  id: itemIDField,
  title: shareBody.shape.title,
  project: z
    .string()
    .optional()
    .meta({ description: reference('Project whose monitors the page shows') }),
  monitor: z
    .string()
    .optional()
    .meta({ description: reference('The only monitor that the page shows') }),
  tag: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .meta({ description: 'The page shows the monitors with this tag.' }),
  slug: shareBody.shape.slug,
  description: shareOptions.shape.description,
  timezone: shareOptions.shape.timezone,
  indexed: shareOptions.shape.indexed,
});

type Input = z.output<typeof schema>;
type Share = ShareResource['record'];

interface PageSettings {
  readonly title: string;
  readonly scope: ShareScope;
  readonly options: ShareOptions;
}

function settingsOf({ title, scope, options: { description, timezone, indexed } }: PageSettings) {
  return {
    title,
    project: scope.kind === 'project' ? scope.projectShortID : null,
    monitor: scope.kind === 'monitor' ? scope.shortID : null,
    tag: scope.kind === 'tag' ? scope.tag : null,
    description,
    timezone,
    indexed,
  };
}

function scopeOf({ project, monitor, tag }: Input): ShareScope {
  if ([project, monitor, tag].filter((scope) => scope !== undefined).length > 1)
    throw invalidInputError([{ path: 'project', message: 'Set only one of project, monitor and tag.' }]);
  if (project !== undefined) return { kind: 'project', projectShortID: project };
  if (monitor !== undefined) return { kind: 'monitor', shortID: monitor };
  return tag === undefined ? { kind: 'team' } : { kind: 'tag', tag };
}

function optionsOf({ description, timezone, indexed }: Input): ShareOptions {
  return parseOptions('status_page', SHARE_OPTIONS_DEFAULT, {
    options: {
      ...(description === undefined ? {} : { description }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(indexed === undefined ? {} : { indexed }),
    },
  });
}

function withIDs(scope: ShareScope, { idOf }: SaveContext): ShareScope {
  switch (scope.kind) {
    case 'project':
      return { kind: 'project', projectShortID: idOf('project', scope.projectShortID) };
    case 'monitor':
      return { kind: 'monitor', shortID: idOf('monitor', scope.shortID) };
    default:
      return scope;
  }
}

function scopeReferences(scope: ShareScope) {
  if (scope.kind === 'project') return referencesIn('project', 'project', [scope.projectShortID]);
  return scope.kind === 'monitor' ? referencesIn('monitor', 'monitor', [scope.shortID]) : [];
}

export const STATUS_PAGE_KIND = configurationKind<Share, Input>({
  schema,
  minimalItem: { title: '-' },
  async list({ access, parts }) {
    const shares = await parts.store.shares.list(access.teamID);
    return shares.filter(({ kind }) => kind === 'status_page');
  },
  describe: (share) => ({
    id: share.shareID,
    name: share.title,
    revision: share.revision,
    settings: { ...settingsOf(share), slug: share.key },
  }),
  settingsOf(input) {
    const settings = settingsOf({ title: input.title, scope: scopeOf(input), options: optionsOf(input) });
    return input.slug === undefined ? settings : { ...settings, slug: input.slug };
  },
  async save(input, { id, key: itemKey, existing, state: { access, parts } }, saving) {
    const { teamID } = access;
    const { shares } = saving.changes;
    const scope = withIDs(scopeOf(input), saving);
    const change = { title: input.title, options: optionsOf(input) };
    const key = input.slug ?? existing?.key ?? parts.random.text(BASE62, KEY_LENGTH);
    if (existing !== null && existing.key === key && isSameJSON(existing.scope, scope)) {
      return requireSaved(
        await shares.change(teamID, id, {
          references: [],
          merge(current) {
            requireRevision(current, existing);
            return change;
          },
        }),
      );
    }
    requireLastingAccess(access, `the status page “${input.title}”`);
    // The scope and address of a share can't be edited, so the share is deleted and created again under the same ID.
    if (existing !== null)
      requireSaved(await shares.delete(teamID, id, (current) => requireRevision(current, existing)));
    const { createdAt = saving.now, createdBy = saving.createdBy } = existing ?? {};
    const references = scopeReferences(scope);
    const saved = await shares.create(
      { shareID: id, teamID, kind: 'status_page', key, scope, ...change, createdAt, createdBy },
      { max: SHARES_MAX, references: { teamID, references, check: createReferenceCheck(references) } },
    );
    if (saved.outcome === 'key_taken')
      throw invalidInputError([
        {
          path: `statusPages.${itemKey}.slug`,
          message: `The address “${key}” is taken. Choose another slug.`,
        },
      ]);
    requireSaved(saved, 'shares');
  },
  async remove({ shareID }, { access }, { changes }) {
    requireSaved(await changes.shares.delete(access.teamID, shareID));
  },
});
