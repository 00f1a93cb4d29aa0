import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { accountQuery } from '../../../data/account/account.ts';
import { api, isNotFound } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, Notice } from '../../../ui/states.tsx';
import { AccountTabs } from '../account-tabs.tsx';
import { words } from '../words.ts';

const route = getRouteApi('/signed-in/shell/account/email/$token');
const { newEmail: text } = words;

/** Page behind the link that is mailed to a new email address. Mail scanners open links, so the address changes only after a click. */
export function EmailPage() {
  const { token } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery);
  const confirm = useMutation({
    mutationFn: () => api.accounts.confirmEmailChange(token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  return (
    <>
      <PageHeader title={text.confirmTitle} />
      <AccountTabs />
      <Panel className="max-w-140">
        {confirm.isSuccess ? (
          <EmptyState icon="check" title={text.done} action={<ToAccount />}>
            <p role="status">{text.doneHint(confirm.data)}</p>
          </EmptyState>
        ) : (
          <div className="flex flex-col items-start gap-4">
            <p>{text.confirmHint(account.email)}</p>
            {confirm.error === null ? null : <Notice kind="problem">{messageOf(confirm.error)}</Notice>}
            {isNotFound(confirm.error) ? (
              <ToAccount />
            ) : (
              <Button
                variant="primary"
                busy={confirm.isPending}
                needsService
                onClick={() => confirm.mutate()}
              >
                {text.confirm}
              </Button>
            )}
          </div>
        )}
      </Panel>
    </>
  );
}

function ToAccount() {
  return (
    <Link to="/account" activeOptions={{ exact: true }} className={buttonClass()}>
      {text.toAccount}
    </Link>
  );
}
