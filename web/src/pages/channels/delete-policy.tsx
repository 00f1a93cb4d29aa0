import type { EscalationPolicy } from '@overdue/sdk';
import { usePolicyUsage } from '../../on-call/use-policy-usage.ts';
import { words as usageWords } from '../../on-call/words.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './escalation-words.ts';

interface DeletePolicyProps {
  readonly policy: EscalationPolicy;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks for confirmation, and names the projects and monitors that lose the policy. */
export function DeletePolicy({ policy: { shortID, name }, onConfirm, onClose }: DeletePolicyProps) {
  const usage = usePolicyUsage()?.(shortID);
  return (
    <Confirm
      open
      title={words.confirmDeletion.title(name)}
      action={uiWords.delete}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {usage === undefined
        ? words.confirmDeletion.text
        : usageWords.policyDeletion(
            usage.projects.map((project) => project.name),
            usage.monitors,
          )}
    </Confirm>
  );
}
