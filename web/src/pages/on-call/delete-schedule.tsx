import type { OnCallSchedule } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { policiesWith } from '../../on-call/usage.ts';
import { usePolicyUsage } from '../../on-call/use-policy-usage.ts';
import { words as usageWords } from '../../on-call/words.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { words } from './words.ts';

interface DeleteScheduleProps {
  readonly schedule: OnCallSchedule;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks for confirmation, and names the policies and monitors that the deletion changes. */
export function DeleteSchedule({ schedule: { shortID, name }, onConfirm, onClose }: DeleteScheduleProps) {
  const { data: policies = [] } = useQuery(escalationsQuery);
  const usageOf = usePolicyUsage();
  const using = policiesWith(shortID, policies);
  const monitors = using.reduce((sum, policy) => sum + (usageOf?.(policy.shortID).monitors ?? 0), 0);
  return (
    <Confirm
      open
      title={words.confirm.title(name)}
      action={words.confirm.action}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {usageWords.scheduleDeletion(
        using.map((policy) => policy.name),
        monitors,
      )}
    </Confirm>
  );
}
