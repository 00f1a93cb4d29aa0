import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../data/team/members.ts';
import { Notice } from '../../ui/states.tsx';
import { words } from './words.ts';

/** Names the members who could no longer use the team if it required two-factor authentication. */
export function WithoutFactor() {
  const { data: members = [] } = useQuery(membersQuery);
  const names = members
    .filter(({ hasTwoFactor }) => hasTwoFactor === false)
    .map(({ name, email }) => name || email);
  return names.length === 0 ? null : <Notice>{words.security.lockedOut(names)}</Notice>;
}
