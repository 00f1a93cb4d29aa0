import type { ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import type { z } from 'zod';
import { alertingReferences } from '../api/missing-references.ts';
import {
  CHANNELS_MAX,
  editedProjectAlerting,
  projectAlertingInput,
  writeProjectAlerting,
} from '../projects/alert-settings.ts';
import type { ProjectResource } from '../projects/contract.ts';
import { projectBody } from '../projects/endpoints/projects.ts';
import { configurationKind, itemIDField, reference, type SaveContext } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';

const schema = projectBody.extend({
  id: itemIDField,
  channels: projectAlertingInput.channels.meta({
    description: `${reference(`Channels to alert, at most ${CHANNELS_MAX}`)} \`[]\` turns alerts off. Null for the team's default channels.`,
  }),
  escalation: projectAlertingInput.escalation.meta({
    description: `${reference('Escalation policy')} Empty for none.`,
  }),
});

function settingsOf(name: string, alerting: ProjectAlerting) {
  return { name, ...writeProjectAlerting(alerting) };
}

export const PROJECT_KIND = configurationKind({
  schema,
  minimalItem: { name: '-' },
  list: ({ projects }) => projects,
  describe: ({ shortID, name, alerting, revision, isDefault }) => ({
    id: shortID,
    name,
    revision,
    settings: settingsOf(name, alerting),
    isPermanent: isDefault,
  }),
  settingsOf: (input) => settingsOf(input.name, editedProjectAlerting(PROJECT_ALERTING_DEFAULT, input)),
  async save(input, { id, existing, state }, saving) {
    const { teamID } = state.access;
    const alerting = editedProjectAlerting(PROJECT_ALERTING_DEFAULT, withIDs(input, saving));
    const { name } = input;
    await saveResource<ProjectResource>(
      saving.changes.projects,
      { teamID, id, existing },
      {
        created: () => ({ teamID, shortID: id, name, alerting, createdAt: saving.now }),
        changed: () => ({ name, alerting }),
        references: alertingReferences(alerting),
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.projects.delete(access.teamID, shortID));
  },
});

function withIDs(input: z.output<typeof schema>, { idOf }: SaveContext): z.output<typeof schema> {
  const { channels, escalation } = input;
  return {
    ...input,
    ...(channels == null ? {} : { channels: channels.map((channel) => idOf('channel', channel)) }),
    ...(escalation === undefined || escalation === '' ? {} : { escalation: idOf('escalation', escalation) }),
  };
}
