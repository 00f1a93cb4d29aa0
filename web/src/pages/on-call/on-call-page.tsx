import type { OnCallSchedule } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useRemoval } from '../../app/use-removal.ts';
import { useHasRole } from '../../data/account/account.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { ON_CALL_KEY, onCallCalendarQuery, onCallSchedulesQuery } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import { policiesWith, usePolicyUsage } from '../../on-call/policy-usage.ts';
import { words as usageWords } from '../../on-call/words.ts';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OwnContact } from './own-contact.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { words } from './words.ts';

const { calendar: text } = words;

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

interface DeleteScheduleProps {
  readonly schedule: OnCallSchedule;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks for confirmation, and names the policies and monitors that the deletion changes. */
function DeleteSchedule({ schedule: { shortID, name }, onConfirm, onClose }: DeleteScheduleProps) {
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

/** Creates the secret address of the reader's calendar, which is shown only once. */
function OwnCalendar() {
  const { data: calendar = null } = useQuery(onCallCalendarQuery);
  const [url, setURL] = useState<string | null>(null);
  const cache = useQueryClient();
  const toast = useToast();
  const refresh = () => cache.invalidateQueries({ queryKey: onCallCalendarQuery.queryKey });
  const onError = (error: unknown) => toast({ title: messageOf(error), kind: 'problem' });
  const create = useMutation({
    mutationFn: () => api.onCall.createCalendar(),
    onError,
    onSuccess(created) {
      setURL(created.url);
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: () => api.onCall.deleteCalendar(),
    onError,
    onSuccess() {
      setURL(null);
      toast({ title: text.revoked });
      return refresh();
    },
  });
  return (
    <Section title={text.title} intro={text.intro}>
      {url === null ? null : (
        <NewSecret
          titleID="on-call-calendar"
          shownID={url}
          title={text.createdTitle}
          name=""
          text={text.createdText}
          secret={url}
          copyLabel={text.copy}
          doneLabel={text.done}
          onDone={() => setURL(null)}
        >
          {null}
        </NewSecret>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 basis-48 text-soft">
          {calendar === null
            ? text.none
            : text.since(formatTime(Date.parse(calendar.createdAt), ownZone(), Date.now()))}
        </p>
        <Button needsService busy={create.isPending} onClick={() => create.mutate()}>
          {calendar === null ? text.create : text.renew}
        </Button>
        {calendar === null ? null : (
          <Button needsService busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {text.revoke}
          </Button>
        )}
      </div>
    </Section>
  );
}
