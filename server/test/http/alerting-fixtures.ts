import type { Caller } from '../callers.ts';
import { type API, NOW } from './api.ts';

/** Makes a channel as the store keeps it, of a type that no test sends to. @returns its short ID */
export async function makeChannel({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const shortID = `channel-${name}`;
  await store.channels.create({
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
  });
  return shortID;
}

/** Makes an escalation policy. @returns its short ID */
export async function makeEscalation({ store, owner }: API, name: string, { teamID }: Caller = owner) {
  const shortID = `policy-${name}`;
  const steps = [{ afterMs: 60_000, channels: [] }];
  await store.escalations.create({ teamID, shortID, name, steps, createdAt: NOW });
  return shortID;
}
