import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { loginQuery } from '../../../data/account/program-login.ts';
import { isNotFound } from '../../../data/client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../../ui/states.tsx';
import { AccountTabs } from '../account-tabs.tsx';
import { ConfirmLogin } from './confirm-login.tsx';
import { UserCodeForm } from './user-code-form.tsx';
import { words } from './words.ts';

/** Confirms a program login. Its code is in the URL, or the user types it. */
export function ProgramLoginPage() {
  const { code = '' } = useSearch({ from: '/signed-in/shell/device' });
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<'approved' | 'denied'>();
  const login = useQuery({ ...loginQuery(code), enabled: code !== '' && outcome === undefined });
  const setCode = (next: string) =>
    void navigate({ to: '/device', search: next === '' ? {} : { code: next } });
  function content() {
    if (outcome !== undefined) return <Done outcome={outcome} />;
    if (code === '') return <UserCodeForm onCode={setCode} />;
    if (login.error !== null) {
      return isNotFound(login.error) ? (
        <UserCodeForm key={code} initial={code} problem={words.unknownCode} onCode={setCode} />
      ) : (
        <ErrorState error={login.error} onRetry={() => void login.refetch()} />
      );
    }
    if (login.data === undefined) return <TableSkeleton bare />;
    return <ConfirmLogin code={code} login={login.data} onDone={setOutcome} onOther={() => setCode('')} />;
  }
  return (
    <>
      <PageHeader title={words.title} />
      <AccountTabs />
      <Panel className="max-w-140">{content()}</Panel>
    </>
  );
}

function Done({ outcome }: { readonly outcome: 'approved' | 'denied' }) {
  const isApproved = outcome === 'approved';
  return (
    <EmptyState
      icon={isApproved ? 'check' : 'close'}
      title={isApproved ? words.approvedTitle : words.deniedTitle}
      action={
        <Link to="/account/api" className={buttonClass()}>
          {words.toTokens}
        </Link>
      }
    >
      <p role="status">{isApproved ? words.approvedText : words.deniedText}</p>
    </EmptyState>
  );
}
