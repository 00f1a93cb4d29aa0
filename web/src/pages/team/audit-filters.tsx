import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AuditFilter } from '../../data/team/audit.ts';
import { membersQuery } from '../../data/team/members.ts';
import { type Option, Select } from '../../ui/form/select.tsx';
import { words } from './words.ts';

const { audit: text } = words;
const ALL = '';

export function AuditFilters({ filter: { actor, action } }: { readonly filter: AuditFilter }) {
  const { data: members = [] } = useQuery(membersQuery);
  const navigate = useNavigate();
  const show = (filter: Partial<AuditFilter>) =>
    void navigate({
      to: '/team',
      search: (before) => ({ ...before, tab: 'audit', ...filter }),
      replace: true,
    });

  const people: readonly Option<string>[] = members.map(({ name, email }) => ({
    value: email,
    label: name === '' ? email : name,
  }));
  const kinds: readonly Option<string>[] = Object.entries(text.kinds).map(([value, label]) => ({
    value,
    label,
  }));
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap">
      <Select
        label={text.actor}
        className="w-full! sm:w-52!"
        value={actor ?? ALL}
        options={[{ value: ALL, label: text.everybody }, ...withCurrent(people, actor)]}
        onChange={(value) => show({ actor: value === ALL ? undefined : value })}
      />
      <Select
        label={text.action}
        className="w-full! sm:w-52!"
        value={action ?? ALL}
        options={[{ value: ALL, label: text.everything }, ...withCurrent(kinds, action)]}
        onChange={(value) => show({ action: value === ALL ? undefined : value })}
      />
      <p className="col-span-2 text-table text-soft">{text.intro}</p>
    </div>
  );
}

/** Adds the value from the URL if no option has this value, for example a former member or a single action. */
function withCurrent(
  options: readonly Option<string>[],
  current: string | undefined,
): readonly Option<string>[] {
  const isKnown = current === undefined || options.some(({ value }) => value === current);
  return isKnown ? options : [...options, { value: current, label: current }];
}
