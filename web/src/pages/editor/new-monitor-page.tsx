import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { monitorQuery, monitorsQuery } from '../../data/monitors/monitors.ts';
import { deleteWholeCrontab, storedWholeCrontab, storeWholeCrontab } from '../../snippets/pasted-crontab.ts';
import { ownZone } from '../../time/zone.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, Notice } from '../../ui/states.tsx';
import { CreatedMonitor } from './created/created-monitor.tsx';
import { WholeCrontab } from './crontab/whole-crontab.tsx';
import { copyOf, monitorInput, newDraft } from './draft/draft-fields.ts';
import { FormSkeleton } from './form/form-skeleton.tsx';
import { cancelClass, MonitorForm } from './form/monitor-form.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/new');

export function NewMonitorPage() {
  const { created, copy, crontab = '' } = route.useSearch();
  const isMember = useHasRole('member');
  if (!isMember) {
    return (
      <>
        <PageHeader title={words.newTitle} />
        <EmptyState icon="shield" title={words.mayNot}>
          {words.mayNotHint}
        </EmptyState>
      </>
    );
  }
  if (created !== undefined) return <CreatedMonitor key={created} shortID={created} />;
  if (copy !== undefined) return <Copy key={copy} shortID={copy} />;
  // A pasted line has a draft of its own, so that an older draft doesn't replace the line.
  const draftKey = crontab === '' ? 'new' : `new ${crontab}`;
  return <Create key={draftKey} draftKey={draftKey} />;
}

function Copy({ shortID }: { readonly shortID: string }) {
  const { data, error, refetch } = useQuery(monitorQuery(shortID));
  if (data === undefined) {
    return (
      <>
        <PageHeader title={words.newTitle} />
        {error === null ? <FormSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    );
  }
  return (
    <Create
      draftKey={`copy.${shortID}`}
      base={copyOf(data, words.copyName(data.name))}
      note={words.copied(data.name)}
    />
  );
}

interface CreateProps {
  readonly draftKey: string;
  readonly base?: ReturnType<typeof newDraft>;
  readonly note?: string;
}

function Create({ draftKey, base, note }: CreateProps) {
  const { crontab = '', project } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(monitorsQuery);
  const [whole, setWhole] = useState(() => (base === undefined ? storedWholeCrontab() : null));
  if (data === undefined) {
    return (
      <>
        <PageHeader title={words.newTitle} />
        <FormSkeleton />
      </>
    );
  }
  if (whole !== null)
    return (
      <WholeCrontab
        text={whole}
        project={project}
        onDone={deleteWholeCrontab}
        onBack={() => {
          deleteWholeCrontab();
          setWhole(null);
        }}
      />
    );
  const { allowance, remaining } = data.usage.monitors;
  return (
    <>
      <PageHeader title={words.newTitle} />
      <MonitorForm
        base={base ?? newDraft(ownZone(), project)}
        draftKey={draftKey}
        crontab={base === undefined ? crontab : null}
        onSeveralJobs={(text) => {
          storeWholeCrontab(text);
          setWhole(text);
        }}
        isNew
        disabled={remaining === 0}
        action={words.create}
        notice={
          <>
            {remaining > 5 ? null : (
              <Notice kind="warning">
                {remaining > 0 ? (
                  words.allowance.left(remaining)
                ) : (
                  <>
                    <span className="font-medium">{words.allowance.usedUp(allowance)}</span>{' '}
                    {words.allowance.hint}
                  </>
                )}
              </Notice>
            )}
            {note === undefined ? null : <Notice>{note}</Notice>}
          </>
        }
        save={(draft) => api.monitors.create(monitorInput(draft))}
        onSaved={({ shortID }) =>
          void navigate({ to: '/monitors/new', search: { created: shortID }, replace: true })
        }
        cancel={
          <Link to="/monitors" activeOptions={{ exact: true }} className={cancelClass}>
            {words.cancel}
          </Link>
        }
      />
    </>
  );
}
