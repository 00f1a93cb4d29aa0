import { isChecked } from '@overdue/domain/monitor/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { monitorQuery, monitorsQuery } from '../../data/monitors/monitors.ts';
import { hasSeveralJobs } from '../../snippets/crontab-text.ts';
import { findPaste, keepCreated, keepPaste, type Paste } from '../../snippets/pasted-crontab.ts';
import { ownZone } from '../../time/zone.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, Notice } from '../../ui/states.tsx';
import { CreatedMonitor } from './created/created-monitor.tsx';
import { EditedCrontab } from './crontab/edited-crontab.tsx';
import { WholeCrontab } from './crontab/whole-crontab.tsx';
import { copyOf, monitorInput, newDraft } from './draft/draft-fields.ts';
import { FormSkeleton } from './form/form-skeleton.tsx';
import { cancelClass, MonitorForm } from './form/monitor-form.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/new');

export function NewMonitorPage() {
  const { created, copy, pasted, project } = route.useSearch();
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
  const paste = pasted === undefined ? null : findPaste(pasted);
  if (paste !== null && hasSeveralJobs(paste.text))
    return <PastedCrontab key={paste.id} paste={paste} project={project} />;
  // A pasted line has a draft of its own, so that an older draft doesn't replace the line.
  const draftKey = paste === null ? 'new' : `new ${paste.id}`;
  return <Create key={draftKey} draftKey={draftKey} crontab={paste?.text ?? ''} />;
}

/** A crontab of several jobs. It has its own entry in the history, so that Back returns to the form. */
function PastedCrontab({ paste, project }: { readonly paste: Paste; readonly project: string | undefined }) {
  const [created, setCreated] = useState(paste.created);
  if (created !== null) return <EditedCrontab text={paste.text} created={created} />;
  return (
    <WholeCrontab
      text={paste.text}
      project={project}
      onDone={(items) => {
        keepCreated(paste.id, items);
        setCreated(items);
      }}
    />
  );
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
  /** Pasted line. */
  readonly crontab?: string;
}

function Create({ draftKey, base, note, crontab = '' }: CreateProps) {
  const { project } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(monitorsQuery);
  if (data === undefined) {
    return (
      <>
        <PageHeader title={words.newTitle} />
        <FormSkeleton />
      </>
    );
  }
  const { allowance, remaining } = data.usage.monitors;
  return (
    <>
      <PageHeader title={words.newTitle} />
      <MonitorForm
        base={base ?? newDraft(ownZone(), project)}
        draftKey={draftKey}
        crontab={base === undefined ? crontab : null}
        onSeveralJobs={(text) =>
          void navigate({ to: '/monitors/new', search: { project, pasted: keepPaste(text) } })
        }
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
        onSaved={(monitor) => {
          const { shortID } = monitor;
          // A target is checked at once, so its monitor needs no instructions.
          if (isChecked(monitor))
            void navigate({ to: '/monitors/$shortID', params: { shortID }, replace: true });
          else void navigate({ to: '/monitors/new', search: { created: shortID }, replace: true });
        }}
        cancel={
          <Link to="/monitors" activeOptions={{ exact: true }} className={cancelClass}>
            {words.cancel}
          </Link>
        }
      />
    </>
  );
}
