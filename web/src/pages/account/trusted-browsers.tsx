import type { TrustedBrowser } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trustedBrowsersQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { DeviceRow } from './device-row.tsx';
import { words } from './words.ts';

const { trustedBrowsers: text } = words;

export function TrustedBrowsers() {
  const { data: browsers, error, refetch } = useQuery(trustedBrowsersQuery);
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: async (browser: TrustedBrowser | 'all') => {
      if (browser === 'all') await api.accounts.revokeTrustedBrowsers();
      else await api.accounts.revokeTrustedBrowser(browser.browserID);
    },
    onSuccess: () => toast({ title: text.revoked }),
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trustedBrowsersQuery.queryKey }),
  });
  return (
    <Section title={text.title} intro={text.intro} flush>
      {browsers === undefined ? (
        error === null ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : browsers.length === 0 ? (
        <p className="px-4 py-3 text-soft">{text.none}</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {browsers.map((browser) => (
              <DeviceRow
                key={browser.browserID}
                device={browser}
                used={text.used}
                times={
                  <span>
                    {text.until} <Moment at={browser.trustedUntil} />
                  </span>
                }
                revoke={{
                  label: text.revoke,
                  isBusy: revoke.isPending && revoke.variables === browser,
                  onRevoke: () => revoke.mutate(browser),
                }}
              />
            ))}
          </ul>
          {browsers.length < 2 ? null : (
            <div className="border-t border-line px-4 py-3">
              <Button onClick={() => setConfirming(true)}>{text.revokeAll}</Button>
            </div>
          )}
        </>
      )}
      <Confirm
        open={isConfirming}
        title={text.revokeAllTitle}
        action={text.revokeAll}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await revoke.mutateAsync('all').catch(() => undefined);
        }}
      >
        {text.revokeAllText}
      </Confirm>
    </Section>
  );
}
