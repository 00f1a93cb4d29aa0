import type { EscalationPolicy } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRemoval } from '../../app/use-removal.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { onCallSchedulesQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { usePolicyUsage } from '../../on-call/policy-usage.ts';
import { UnreachableMembers } from '../../on-call/unreachable-members.tsx';
import { words as usageWords } from '../../on-call/words.ts';
import { formatMs } from '../../time/format-duration.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IntroTable } from '../../ui/intro-table.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './escalation-words.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { PolicyUsage } from './policy-usage.tsx';

export function Escalation() {
  const { data: policies, error, refetch } = useQuery(escalationsQuery);
  const mayChange = useHasRole('member');
  const [opened, setOpened] = useState<EscalationPolicy | 'new' | null>(null);
  if (error !== null && policies === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (policies === undefined) return <TableSkeleton />;
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setOpened('new')}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      <IntroTable icon="bolt" words={words} add={add} isEmpty={policies.length === 0}>
        <PolicyTable policies={policies} mayChange={mayChange} onEdit={setOpened} />
      </IntroTable>
      {opened === null ? null : (
        <PolicyDialog policy={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

interface PolicyTableProps {
  readonly policies: readonly EscalationPolicy[];
  readonly mayChange: boolean;
  readonly onEdit: (policy: EscalationPolicy) => void;
}

function PolicyTable({ policies, mayChange, onEdit }: PolicyTableProps) {
  const remove = useRemoval<EscalationPolicy>({
    queryKey: escalationsQuery.queryKey,
    remove: ({ shortID }) => api.escalations.delete(shortID),
    done: ({ name }) => words.deleted(name),
  });
  const [deleting, setDeleting] = useState<EscalationPolicy | null>(null);
  const usageOf = usePolicyUsage();
  const columns: readonly Column<EscalationPolicy>[] = [
    {
      key: 'name',
      title: words.columns.name,
      cell: ({ name }) => <span className="whitespace-nowrap font-medium">{name}</span>,
    },
    {
      key: 'steps',
      title: words.columns.steps,
      isWide: true,
      cell: ({ steps }) => <PolicySteps steps={steps} />,
    },
    {
      key: 'usage',
      title: words.columns.usage,
      cell: ({ shortID }) => (usageOf === null ? null : <PolicyUsage usage={usageOf(shortID)} />),
    },
    {
      key: 'actions',
      title: words.columns.actions,
      isTitleHidden: true,
      align: 'right',
      cell: (policy) =>
        mayChange ? (
          <span className="flex justify-end">
            <IconButton label={words.edit(policy.name)} onClick={() => onEdit(policy)}>
              <Icon name="edit" />
            </IconButton>
            <IconButton label={words.delete(policy.name)} onClick={() => setDeleting(policy)}>
              <Icon name="trash" />
            </IconButton>
          </span>
        ) : null,
    },
  ];
  return (
    <>
      <Table
        label={words.tabs.escalation}
        columns={columns}
        rows={policies}
        rowKey={({ shortID }) => shortID}
      />
      {deleting === null ? null : (
        <DeletePolicy
          policy={deleting}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function PolicySteps({ steps }: Pick<EscalationPolicy, 'steps'>) {
  const targetsOf = useTargets();
  const { data: schedules = [] } = useQuery(onCallSchedulesQuery);
  return (
    <div className="flex flex-col gap-2 py-1">
      <ol className="flex flex-wrap gap-x-4 text-soft">
        {steps.map((step) => (
          <li key={step.after}>{words.step(formatMs(step.after * 1000), targetsOf(step).join(', '))}</li>
        ))}
      </ol>
      <UnreachableMembers schedules={schedules.filter(alertedBy(steps))} />
    </div>
  );
}

function alertedBy(steps: EscalationPolicy['steps']): (schedule: { readonly shortID: string }) => boolean {
  return ({ shortID }) => steps.some(({ onCall }) => onCall.includes(shortID));
}

/** Names the channels and on-call schedules that a step alerts. */
function useTargets(): (step: EscalationPolicy['steps'][number]) => readonly string[] {
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: schedules = [] } = useQuery(onCallSchedulesQuery);
  const nameIn = (list: readonly { readonly shortID: string; readonly name: string }[], id: string) =>
    list.find(({ shortID }) => shortID === id)?.name ?? id;
  return (step) => [
    ...step.channels.map((id) => nameIn(channels, id)),
    ...step.onCall.map((id) => words.form.onCall(nameIn(schedules, id))),
  ];
}

interface DeletePolicyProps {
  readonly policy: EscalationPolicy;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks for confirmation, and names the projects and monitors that lose the policy. */
function DeletePolicy({ policy: { shortID, name }, onConfirm, onClose }: DeletePolicyProps) {
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
