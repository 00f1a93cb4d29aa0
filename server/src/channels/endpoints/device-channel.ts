import { type Access, mayDo } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { invalidInputError } from '../../api/problems.ts';
import type { TeamStore } from '../../teams/contract.ts';

const DEVICES = 'webpush';

/** A channel to the devices of a member: the requested settings, and the stored channel if it exists. */
interface RequestedChannel {
  readonly type: string;
  readonly settings: unknown;
  readonly current?: Readonly<Record<string, unknown>>;
}

/** Refuses a channel to devices of a person outside the team. Only admins may choose the devices of others. */
export async function requireOwnDevices(
  { teamID, memberID: you, role, scope }: Access,
  { type, settings, current = {} }: RequestedChannel,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<void> {
  if (type !== DEVICES || typeof settings !== 'object' || settings === null || !('to' in settings)) return;
  const { to } = settings;
  if (typeof to !== 'string' || to === current.to) return;
  const [member] = await store.listMembers({ teamID, memberID: to });
  if (member === undefined)
    throw invalidInputError([
      { path: 'settings.to', message: 'The team has no such member. Send a memberID.' },
    ]);
  if (to !== you && !mayDo('oversee', role, scope))
    throw new AppError(
      'forbidden',
      'You may choose your own devices. Ask an owner or admin to choose those of another member.',
    );
}
