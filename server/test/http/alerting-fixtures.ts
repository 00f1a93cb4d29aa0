import type { Caller } from '../callers.ts';
import { type API, NOW } from './api.ts';

/** Makes a channel as the store keeps it, of a type that no test sends to. @returns its short ID */
export async function makeChannel({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const shortID = `channel-${name}`;
  const created = await store.createChannel(
    {
      teamID,
      shortID,
      type: 'webhook',
      name,
      isDefault: false,
      wants: ['down'],
      tags: [],
      minSeverity: 'low',
      members: [],
      settings: 'sealed',
      createdAt: NOW,
    },
    100,
  );
  if (created === null) throw new Error('The team has too many channels.');
  return shortID;
}

/** Makes an escalation policy. @returns its short ID */
export async function makeEscalation({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const policy = { shortID: `policy-${name}`, name, steps: [{ afterMs: 60_000, channels: [] }] };
  await store.createEscalation(teamID, policy, { createdAt: NOW, max: 50 });
  return policy.shortID;
}
