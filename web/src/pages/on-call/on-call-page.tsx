import type { OnCallSchedule } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useRemoval } from '../../app/use-removal.ts';
import { useHasRole } from '../../data/account/account.ts';
import { ON_CALL_KEY, onCallSchedulesQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { DeleteSchedule } from './delete-schedule.tsx';
import { OwnCalendar } from './own-calendar.tsx';
import { OwnContact } from './own-contact.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { words } from './words.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

export function OnCallPage() {
  const { data: schedules, error, refetch } = useQuery(onCallSchedulesQuery);
  const mayChange = useHasRole('member');
  const isLoading = useFirstLoad({ isKnown: schedules !== undefined });
  const [opened, setOpened] = useState<OnCallSchedule | 'new' | null>(null);
  const [deleted, setDeleted] = useState<OnCallSchedule | null>(null);
  const remove = useRemoval<OnCallSchedule>({
    queryKey: ON_CALL_KEY,
    remove: ({ shortID }) => api.onCall.delete(shortID),
    done: ({ name }) => words.deleted(name),
  });
  const add = mayChange ? (
    <Button variant="primary" onClick={() => setOpened('new')}>
      <Icon name="plus" />
      {words.add}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={words.title} actions={schedules?.length === 0 ? undefined : add} />
      <p className="max-w-180 pb-4 text-soft">{words.intro}</p>
      {error !== null && schedules === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      <div className="relative">
        {isLoading ? <Skeleton className="absolute inset-x-0 top-0 h-96 rounded-lg" /> : null}
        {/* All parts appear together, so that nothing moves. */}
        <div className={classNames(isLoading && 'invisible')}>
          {schedules?.length === 0 ? (
            <Panel>
              <EmptyState icon="phone" title={words.empty.title} action={add}>
                {words.empty.text}
              </EmptyState>
            </Panel>
          ) : null}
          <div className="flex flex-col gap-5">
            {schedules?.map((schedule) => (
              <SchedulePanel
                key={schedule.shortID}
                schedule={schedule}
                mayChange={mayChange}
                onEdit={() => setOpened(schedule)}
                onDelete={() => setDeleted(schedule)}
              />
            ))}
          </div>
          <div className="pt-6">
            <OwnContact />
            <OwnCalendar />
          </div>
        </div>
      </div>
      {opened === null ? null : (
        <Suspense>
          <ScheduleDialog schedule={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {deleted === null ? null : (
        <DeleteSchedule
          schedule={deleted}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
