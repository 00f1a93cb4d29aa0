import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { onCallContactsQuery } from '../data/alerts/on-call.ts';
import { Select } from '../ui/form/select.tsx';
import { words } from './words.ts';

interface MemberSelectProps {
  readonly value: string;
  readonly onChange: (memberID: string) => void;
}

/** Chooses a member of the team. Default: the signed-in person. Only owners and admins may choose others. */
export function MemberSelect({ value, onChange }: MemberSelectProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const you = contacts.find(({ isYou }) => isYou)?.memberID ?? '';
  useEffect(() => {
    if (value === '' && you !== '') onChange(you);
  });
  const role = account.team?.role;
  const mayChooseOthers = role === 'owner' || role === 'admin';
  return (
    <Select
      value={value}
      options={contacts
        .filter(({ memberID }) => mayChooseOthers || memberID === you || memberID === value)
        .map(({ memberID, name, email, isYou }) => ({
          value: memberID,
          label: isYou ? words.form.you(name || email) : name || email,
        }))}
      onChange={onChange}
    />
  );
}
