import { useQuery } from '@tanstack/react-query';
import { managedQuery } from '../data/team/managed.ts';
import { Notice } from '../ui/states.tsx';
import { words } from './words.ts';

/** Warns people who edit a resource that a configuration file manages. */
export function ManagedNotice({ id }: { readonly id: string }) {
  const { data } = useQuery(managedQuery(id));
  return data == null ? null : <Notice kind="warning">{words.notice(data.file, data.key)}</Notice>;
}
