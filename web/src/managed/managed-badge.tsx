import { useQuery } from '@tanstack/react-query';
import { managedQuery } from '../data/team/managed.ts';
import { Tag } from '../ui/tag.tsx';
import { words } from './words.ts';

/** Shows the name of the configuration file that manages a resource. */
export function ManagedBadge({ id }: { readonly id: string }) {
  const { data } = useQuery(managedQuery(id));
  return data == null ? null : (
    <span title={words.badgeTitle(data.key)}>
      <Tag variant="accent">{words.badge(data.file)}</Tag>
    </span>
  );
}
