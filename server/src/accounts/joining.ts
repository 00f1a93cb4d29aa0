import { type AuditStore, userAsActor } from '../audit/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Random } from '../platform/runtime/random.ts';
import { hashToken } from '../platform/security/token.ts';
import type { InvitationStore } from '../teams/contract.ts';
import type { AccountStore } from './contract.ts';

export const MEMBERS_MAX = 1000;

export type JoiningStore = Pick<InvitationStore, 'listInvitations' | 'acceptInvitation'> &
  Pick<AuditStore, 'recordAudit'> &
  Pick<AccountStore, 'findUser'>;

export interface Newcomer {
  readonly email: string;
  readonly invitation: string | null;
}

/** Admits new users of the identity provider only with an invitation for their address or with an invitation link. */
export interface Joining {
  mayJoin(newcomer: Newcomer): Promise<boolean>;
  join(user: Newcomer & { readonly id: string }): Promise<void>;
}

export function createJoining({
  store,
  clock,
  random,
}: {
  readonly store: JoiningStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}): Joining {
  async function find({ email, invitation: token }: Newcomer) {
    const [linked] =
      token === null ? [] : await store.listInvitations({ hash: hashToken(token) }, clock.now());
    const isTheirs = linked?.email === null || linked?.email === email.toLowerCase();
    if (linked !== undefined && isTheirs) return linked;
    const [addressed = null] = await store.listInvitations({ email }, clock.now());
    return addressed;
  }

  return {
    mayJoin: async (newcomer) => (await find(newcomer)) !== null,
    async join(newcomer) {
      const { id: userID, email } = newcomer;
      const invitation = await find(newcomer);
      if (invitation === null) return;
      const now = clock.now();
      const joiner = { userID, memberID: random.uuid() };
      const joined = await store.acceptInvitation({ id: invitation.id }, joiner, {
        now,
        membersMax: MEMBERS_MAX,
      });
      const user = await store.findUser({ id: userID });
      if (joined.outcome !== 'joined' || user === null) return;
      await store.recordAudit([
        {
          teamID: invitation.teamID,
          at: now,
          actor: userAsActor('session', user),
          action: 'invitation.accept',
          target: { kind: 'invitation', id: invitation.id, name: invitation.email ?? '' },
          details: { role: invitation.role, email, isNewAccount: true, by: 'identity provider' },
          remoteAddress: '',
        },
      ]);
    },
  };
}
