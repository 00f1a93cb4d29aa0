import type { OnCallContact } from '@overdue/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { onCallContactsQuery } from '../data/alerts/on-call.ts';
import { Select } from '../ui/form/select.tsx';
import { Notice } from '../ui/states.tsx';
import { words } from './words.ts';

interface MemberSelectProps {
  readonly value: string;
  readonly onChange: (memberID: string) => void;
}

/** Chooses a member of the team. Default: the signed-in user. Only owners and admins may choose others. */
export function MemberSelect({ value, onChange }: MemberSelectProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const you = contacts.find(({ isYou }) => isYou)?.memberID ?? '';
  useEffect(() => {
    if (value === '' && you !== '') onChange(you);
  });
  const role = account.team?.role;
  const mayChooseOthers = role === 'owner' || role === 'admin';
  const chosen = contacts.find(({ memberID }) => memberID === value);
  return (
    <div className="flex flex-col gap-2">
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
      {chosen?.hasDevices === false ? <NoDevice member={chosen} /> : null}
    </div>
  );
}

/** Says that a member has no device yet, and how to add one. */
function NoDevice({ member: { name, email, isYou } }: { readonly member: OnCallContact }) {
  return (
    <Notice kind="warning">
      {isYou ? (
        <>
          {words.noDevice.you}{' '}
          <Link to="/account/notifications" className="link">
            {words.noDevice.turnOn}
          </Link>
        </>
      ) : (
        words.noDevice.other(name || email)
      )}
    </Notice>
  );
}
