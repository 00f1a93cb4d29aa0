import { DEFAULT_VIEW } from '@overdue/domain/views/list-view.ts';
import { z } from 'zod';
import type { ViewResource } from '../views/contract.ts';
import { mergeSettings, viewName, viewReferences, viewSettings } from '../views/endpoints.ts';
import { configurationKind, itemIDField, reference } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';

const schema = z.strictObject({
  id: itemIDField,
  name: viewName.meta({ description: 'Name, unique among the shared views of the team.' }),
  ...viewSettings,
  projects: viewSettings.projects.meta({ description: reference('Only monitors of these projects') }),
});

type Input = z.output<typeof schema>;
type View = ViewResource['record'];

/** Shared views. Private views belong to their members, not to a file. */
export const VIEW_KIND = configurationKind<View, Input>({
  schema,
  defaults: { ...DEFAULT_VIEW },
  list: ({ access, parts }) => parts.store.savedViews(null).list(access.teamID),
  describe: ({ shortID, name, revision, settings }) => ({
    id: shortID,
    name,
    revision,
    settings: { name, ...settings },
  }),
  settingsOf: ({ id: _, name, ...settings }) => ({ name, ...mergeSettings(DEFAULT_VIEW, settings) }),
  async save({ id: _, name, ...input }, { id, existing, state: { access } }, saving) {
    const settings = mergeSettings(DEFAULT_VIEW, {
      ...input,
      projects: (input.projects ?? []).map((project) => saving.idOf('project', project)),
    });
    const change = { name, memberID: null, settings };
    const { teamID } = access;
    await saveResource<ViewResource>(
      saving.changes.savedViews(null),
      { teamID, id, existing },
      {
        created: () => ({ teamID, shortID: id, ...change, createdAt: saving.now }),
        changed: () => change,
        references: viewReferences(settings),
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.savedViews(null).delete(access.teamID, shortID));
  },
});
