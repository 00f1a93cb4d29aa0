import type { z } from 'zod';
import type { MaintenanceResource } from '../maintenance/contract.ts';
import {
  MONITORS_MAX,
  maintenanceBody,
  PROJECTS_MAX,
  parseWindow,
  WINDOWS_MAX,
  windowReferences,
  writeWindowSettings,
} from '../maintenance/endpoints.ts';
import { configurationKind, itemIDField, reference } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';

const { shape } = maintenanceBody;
const schema = maintenanceBody.extend({
  id: itemIDField,
  monitors: shape.monitors.meta({
    description: reference(`Monitors that the window covers, at most ${MONITORS_MAX}`),
  }),
  projects: shape.projects.meta({
    description: reference(`Projects whose monitors the window covers, at most ${PROJECTS_MAX}`),
  }),
});

type Input = z.output<typeof schema>;
type Window = MaintenanceResource['record'];

export const MAINTENANCE_KIND = configurationKind<Window, Input>({
  schema,
  defaults: { monitors: [], tags: [], projects: [] },
  list: ({ access, parts }) => parts.store.maintenance.list(access.teamID),
  describe: (window) => ({
    id: window.shortID,
    name: window.name,
    revision: window.revision,
    settings: writeWindowSettings(window),
  }),
  settingsOf: ({ id: _, ...input }) => writeWindowSettings({ name: input.name, ...parseWindow(null, input) }),
  async save({ id: _, ...input }, { id, existing, state: { access } }, saving) {
    const resolved = {
      ...input,
      monitors: (input.monitors ?? []).map((monitor) => saving.idOf('monitor', monitor)),
      projects: (input.projects ?? []).map((project) => saving.idOf('project', project)),
    };
    const change = { name: input.name, ...parseWindow(null, resolved) };
    const { teamID } = access;
    await saveResource<MaintenanceResource>(
      saving.changes.maintenance,
      { teamID, id, existing },
      {
        created: () => ({ teamID, shortID: id, ...change, createdAt: saving.now }),
        changed: () => change,
        references: windowReferences(resolved),
        limit: { max: WINDOWS_MAX, of: 'maintenance windows' },
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.maintenance.delete(access.teamID, shortID));
  },
});
