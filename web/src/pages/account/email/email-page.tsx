import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { accountQuery, emailChangeQuery } from '../../../data/account/account.ts';
import { api, isNotFound } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/signed-in/shell/account/email/$token');
const { newEmail: text } = words;

/** Page behind the link that is mailed to a new email address. Mail scanners open links, so the address changes only after a click. */
export function EmailPage() {
  const { token } = route.useParams();
  return (
    <>
      <PageHeader title={text.confirmTitle} />
      <Panel className="max-w-140">
        <EmailConfirmation token={token} />
      </Panel>
    </>
  );
}

function EmailConfirmation({ token }: { readonly token: string }) {
  const { data: email, error, refetch } = useQuery(emailChangeQuery(token));
  const { data: account } = useQuery(accountQuery);
  const confirm = useMutation({
    mutationFn: () => api.accounts.confirmEmailChange(token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  // A link that is opened again after the confirmation still names the new address.
  const isDone = confirm.isSuccess || (email !== undefined && email === account?.email);
  if (isDone)
    return (
      <EmptyState icon="check" title={text.done} action={<ToAccount />}>
        <p role="status">{text.doneHint(email ?? '')}</p>
      </EmptyState>
    );
  const invalidLink = [error, confirm.error].find(isNotFound);
  if (invalidLink !== undefined)
    return (
      <div className="flex flex-col items-start gap-4">
        <Notice kind="problem">{messageOf(invalidLink)}</Notice>
        <ToAccount />
      </div>
    );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (email === undefined || account === undefined) return <Skeleton className="h-20 w-full" />;
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="wrap-anywhere">{text.confirmHint(account.email, email)}</p>
      {confirm.error === null ? null : <Notice kind="problem">{messageOf(confirm.error)}</Notice>}
      <Button variant="primary" busy={confirm.isPending} needsService onClick={() => confirm.mutate()}>
        {text.confirm}
      </Button>
    </div>
  );
}

function ToAccount() {
  return (
    <Link to="/account" activeOptions={{ exact: true }} className={buttonClass()}>
      {text.toAccount}
    </Link>
  );
}
