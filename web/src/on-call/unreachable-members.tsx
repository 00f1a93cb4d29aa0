import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { onCallContactsQuery } from '../data/alerts/on-call.ts';
import { Notice } from '../ui/states.tsx';
import { type Members, unreachableIn } from './unreachable.ts';
import { words } from './words.ts';

/** Names the schedules' members whom no alert would reach, and explains how to make these members reachable. */
export function UnreachableMembers({ schedules }: { readonly schedules: readonly Members[] }) {
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const unreachable = unreachableIn(schedules, contacts);
  if (unreachable.length === 0) return null;
  const others = unreachable.filter(({ isYou }) => !isYou);
  const hasYou = others.length < unreachable.length;
  const names = [...(hasYou ? [words.youAmong] : []), ...others.map(({ name, email }) => name || email)];
  return (
    <Notice kind="warning">
      <p className="font-medium wrap-anywhere">{words.unreachable(names)}</p>
      <p className="text-soft">
        {others.length === 0 ? words.yourMeans : `${words.why} ${words.ask}`}{' '}
        {hasYou ? (
          <Link to="/on-call" hash="your-alerts" activeOptions={{ includeHash: true }} className="link">
            {words.chooseMeans}
          </Link>
        ) : null}
      </p>
    </Notice>
  );
}
