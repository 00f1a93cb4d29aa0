import type { TrustedBrowser } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { trustedBrowsersQuery } from '../../data/trusted-browsers.ts';
import { Moment } from '../../time/moment.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from '../../words/account.ts';
import { readDevice } from './device.ts';

const { trustedBrowsers: text, sessions } = words;

/** Browsers that skip the second step. */
export function TrustedBrowsers() {
  const { data: browsers, error, refetch } = useQuery(trustedBrowsersQuery);
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: async (which: TrustedBrowser | 'all') => {
      if (which === 'all') await api.accounts.revokeTrustedBrowsers();
      else await api.accounts.revokeTrustedBrowser(which.browserID);
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
              <BrowserRow
                key={browser.browserID}
                browser={browser}
                isBusy={revoke.isPending && revoke.variables === browser}
                onRevoke={() => revoke.mutate(browser)}
              />
            ))}
          </ul>
          {browsers.length < 2 ? null : (
            <div className="border-t border-line px-4 py-3">
              <Button onClick={() => setAsking(true)}>{text.revokeAll}</Button>
            </div>
          )}
        </>
      )}
      <Confirm
        open={isAsking}
        title={text.revokeAllTitle}
        action={text.revokeAll}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await revoke.mutateAsync('all').catch(() => undefined);
        }}
      >
        {text.revokeAllText}
      </Confirm>
    </Section>
  );
}

interface BrowserRowProps {
  readonly browser: TrustedBrowser;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function BrowserRow({ browser, isBusy, onRevoke }: BrowserRowProps) {
  const known = readDevice(browser.userAgent);
  const device = sessions.device(
    known.browser ?? sessions.unknownBrowser,
    known.system ?? sessions.unknownSystem,
  );
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="text-soft">
        <Icon name="device" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium" title={browser.userAgent}>
            {device}
          </span>
          {browser.isCurrent ? <Tag look="accent">{sessions.current}</Tag> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-table text-soft">
          <span className="numeric">{browser.remoteAddress}</span>
          <span>
            {text.used} <Moment at={browser.usedAt} show="distance" />
          </span>
          <span>
            {text.until} <Moment at={browser.trustedUntil} />
          </span>
        </p>
      </div>
      <Button busy={isBusy} onClick={onRevoke} aria-label={`${text.revoke}: ${device}`}>
        {text.revoke}
      </Button>
    </li>
  );
}
