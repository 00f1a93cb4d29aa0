import type { Caller } from '../../callers.ts';
import { type API, NOW } from '../api.ts';

/**
 * Creates a channel in the store. No test sends to channels of this type.
 * @returns its short ID
 */
export async function makeChannel({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const shortID = `channel-${name}`;
  await store.channels.create({
    teamID,
    shortID,
    type: 'webhook',
    name,
    isDefault: false,
    subscriptions: ['down'],
    tags: [],
    minSeverity: 'low',
    members: [],
    settings: 'sealed',
    createdAt: NOW,
  });
  return shortID;
}

/**
 * Creates an escalation policy.
 * @returns its short ID
 */
export async function makeEscalation({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const shortID = `policy-${name}`;
  const steps = [{ afterMs: 60_000, channels: [], onCall: [] }];
  await store.escalations.create({ teamID, shortID, name, steps, createdAt: NOW });
  return shortID;
}
