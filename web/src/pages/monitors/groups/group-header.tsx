// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the button.
import type { Group } from '../../../data/monitors/monitor-groups.ts';
import { StatusShape } from '../../../monitor/status.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';

interface GroupHeaderProps {
  readonly group: Group;
  readonly label: string;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly isCard: boolean;
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
}

/** Header of a group in the list of monitors. A click opens or closes the group. */
export function GroupHeader({
  group,
  label,
  index,
  isCard,
  isCurrent,
  onToggle,
  ...place
}: GroupHeaderProps) {
  const button = (
    <button
      type="button"
      data-group={group.key}
      aria-expanded={!group.isClosed}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onToggle}
      className="flex size-full items-center gap-2 px-3 text-left font-medium focus-visible:-outline-offset-2"
    >
      <Icon name={group.isClosed ? 'chevron-right' : 'chevron-down'} className="size-3.5" />
      <StatusShape status={group.worst} />
      <span className="min-w-0 truncate">{label}</span>
      <span className="numeric text-xs font-normal text-soft">{words.group.count(group.count)}</span>
    </button>
  );
  const shared = {
    'data-row': group.id,
    style: place,
    className: 'absolute inset-x-0 border-b border-line bg-sunken text-table',
  };
  return isCard ? (
    <li aria-posinset={index + 1} {...shared}>
      {button}
    </li>
  ) : (
    <div role="row" aria-rowindex={index + 2} {...shared}>
      <span role="cell" className="block h-full">
        {button}
      </span>
    </div>
  );
}
