import { useMutation, useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { applyToMonitorList, monitorQuery } from '../../data/monitors/monitors.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

export function PingNotices({ shortID }: { readonly shortID: string }) {
  const { data: notices = [] } = useQuery({ ...monitorQuery(shortID), select: (monitor) => monitor.notices });
  const mayChange = useHasRole('member');
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.monitors.dismissNotices(shortID),
    onSuccess: (dismissed) => applyToMonitorList([dismissed]),
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  if (notices.length === 0) return null;
  return (
    <Panel
      className="mt-4 max-w-280"
      title={words.pingNotices.title}
      actions={
        mayChange ? (
          <Button needsService busy={isPending} onClick={() => mutate()}>
            {words.pingNotices.dismiss}
          </Button>
        ) : null
      }
    >
      <ul className="flex flex-col gap-3">
        {notices.map((notice) => (
          <li key={notice.kind} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <Tag variant={notice.kind === 'unknown_call' ? 'problem' : 'warning'}>
                {words.pingNotices.kind[notice.kind]}
              </Tag>
              <span className="min-w-0 break-words">{notice.message}</span>
            </span>
            <span className="numeric flex flex-wrap gap-x-1.5 text-soft">
              {words.pingNotices.count[notice.kind](notice.count)}
              <Moment at={notice.lastAt} />
              {words.pingNotices.from(notice.remoteAddress)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
