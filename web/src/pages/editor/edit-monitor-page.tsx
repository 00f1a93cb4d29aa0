import type { Monitor } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api, isNotFound } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { useDeletionState } from '../../data/monitors/deletion-state.ts';
import { monitorQuery } from '../../data/monitors/monitors.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { StatusShape } from '../../monitor/status.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { monitorEdit } from './draft/draft-input.ts';
import { deleteDraft, loadEditBase } from './draft/stored-draft.ts';
import { FormSkeleton } from './form/form-skeleton.tsx';
import { cancelClass, MonitorForm } from './form/monitor-form.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/$shortID/edit');

export function EditMonitorPage() {
  const { shortID } = route.useParams();
  return <Edit key={shortID} shortID={shortID} />;
}

function Edit({ shortID }: { readonly shortID: string }) {
  const isMember = useHasRole('member');
  const { data, error, refetch } = useQuery(monitorQuery(shortID));
  const isDeleted = useDeletionState(shortID) === 'deleted' || isNotFound(error);
  if (data === undefined) {
    return error === null ? (
      <FormSkeleton />
    ) : (
      <ErrorState isPage error={error} onRetry={() => void refetch()} />
    );
  }
  const title = words.editTitle(data.name);
  if (!isMember) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon="shield" title={words.mayNot}>
          {words.mayNotHint}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} lead={<StatusShape status={data.status} className="size-4" />} />
      {isDeleted ? (
        <div className="pb-4">
          <Notice kind="problem">{words.deleted}</Notice>
        </div>
      ) : null}
      <ManagedNotice id={shortID} />
      <EditForm monitor={data} />
    </>
  );
}

function EditForm({ monitor }: { readonly monitor: Monitor }) {
  const { shortID } = monitor;
  const [start, setStart] = useState(() => loadEditBase(shortID, monitor));
  const navigate = route.useNavigate();
  const toast = useToast();
  return (
    <MonitorForm
      // When a draft is discarded, the form starts again from the current revision.
      key={start.fields.revision}
      base={start.draft}
      draftKey={shortID}
      crontab={null}
      isNew={false}
      edit={{ start, current: monitor, onStartChange: setStart }}
      onReset={() => {
        deleteDraft(shortID);
        setStart(loadEditBase(shortID, monitor));
      }}
      action={words.save}
      save={(draft, base) =>
        saveMerged({
          base: start.fields,
          edit: monitorEdit(base, draft),
          send: (edit, options) => api.monitors.update(shortID, edit, options),
        })
      }
      onSaved={() => {
        toast({ title: words.saved });
        void navigate({ to: '/monitors/$shortID', params: { shortID } });
      }}
      cancel={
        <Link
          to="/monitors/$shortID"
          params={{ shortID }}
          activeOptions={{ exact: true }}
          className={cancelClass}
        >
          {words.cancel}
        </Link>
      }
    />
  );
}
