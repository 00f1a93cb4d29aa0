import type { z } from 'zod';
import type { EscalationResource } from '../escalations/contract.ts';
import {
  escalationBody,
  POLICIES_MAX,
  parseSteps,
  requireStepChannels,
  stepReferences,
} from '../escalations/endpoints.ts';
import { configurationKind, itemIDField, type SaveContext } from './configured-kind.ts';
import { requireSaved, saveResource } from './save-resource.ts';

const schema = escalationBody.extend({ id: itemIDField });

type Input = z.output<typeof schema>;
type Policy = EscalationResource['record'];

function settingsOf({ name, steps }: Pick<Policy, 'name' | 'steps'>) {
  return {
    name,
    steps: steps.map(({ afterMs, channels, onCall }) => ({ after: afterMs / 1000, channels, onCall })),
  };
}

export const ESCALATION_KIND = configurationKind<Policy, Input>({
  schema,
  list: ({ access, parts }) => parts.store.escalations.list(access.teamID),
  describe: (policy) => ({
    id: policy.shortID,
    name: policy.name,
    revision: policy.revision,
    settings: settingsOf(policy),
  }),
  settingsOf(input, { existing }) {
    requireStepChannels(input.steps, existing?.steps ?? []);
    return settingsOf({ name: input.name, steps: parseSteps(input.steps) });
  },
  async save(input, { id, existing, state: { access } }, saving) {
    const steps = withIDs(input.steps, saving);
    const change = { name: input.name, steps: parseSteps(steps) };
    const { teamID } = access;
    await saveResource<EscalationResource>(
      saving.changes.escalations,
      { teamID, id, existing },
      {
        created: () => ({ teamID, shortID: id, ...change, createdAt: saving.now }),
        changed: () => change,
        references: stepReferences(steps),
        limit: { max: POLICIES_MAX, of: 'escalation policies' },
      },
    );
  },
  async remove({ shortID }, { access }, { changes }) {
    requireSaved(await changes.escalations.delete(access.teamID, shortID));
  },
});

function withIDs(steps: Input['steps'], { idOf }: SaveContext): Input['steps'] {
  return steps.map(({ after, channels, onCall }) => ({
    after,
    channels: channels.map((channel) => idOf('channel', channel)),
    onCall: onCall.map((schedule) => idOf('on_call_schedule', schedule)),
  }));
}
