import type { Device } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { devicesQuery } from '../../../data/account/account.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { forgetThisDevice, readThisDevice } from '../../../devices/this-device.ts';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { AccountTabs } from '../account-tabs.tsx';
import { words } from '../words.ts';
import { TurnOnDevice } from './turn-on-device.tsx';

const { notifications: text } = words;

const LINK_CLASS = 'whitespace-nowrap link';

export function NotificationsPage() {
  return (
    <>
      <PageHeader title={words.title} />
      <AccountTabs />
      <div>
        <Devices />
        <Section title={text.whatTitle}>
          <dl className="flex flex-col gap-3">
            <Reached {...text.onCall}>
              <Link to="/on-call" className={LINK_CLASS}>
                {text.onCall.link}
              </Link>
            </Reached>
            <Reached {...text.followed}>
              <Link to="/channels/new" search={{ type: 'webpush' }} className={LINK_CLASS}>
                {text.followed.link}
              </Link>
            </Reached>
          </dl>
        </Section>
      </div>
    </>
  );
}

interface ReachedProps {
  readonly name: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Reached({ name, note, children }: ReachedProps) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-soft">
        {note} {children}
      </dd>
    </div>
  );
}

/** Devices that show notifications, and the button that adds this device. */
function Devices() {
  const { data, error, refetch } = useQuery(devicesQuery);
  return (
    <Section title={text.title} intro={text.intro} flush>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.devices.length === 0 ? null : (
            <ul className="divide-y divide-line">
              {data.devices.map((device) => (
                <NotifiedDevice key={device.deviceID} device={device} />
              ))}
            </ul>
          )}
          <TurnOnDevice devices={data.devices} serverKey={data.serverKey} />
        </>
      )}
    </Section>
  );
}

/** A device, with buttons that test and remove it. */
function NotifiedDevice({ device }: { readonly device: Device }) {
  const { deviceID, name, createdAt, usedAt } = device;
  const isThis = readThisDevice()?.deviceID === deviceID;
  const toast = useToast();
  const refresh = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
  const onError = (problem: unknown) => toast({ kind: 'problem', title: messageOf(problem) });
  const test = useMutation({
    mutationFn: () => api.accounts.testDevice(deviceID),
    onSuccess: ({ outcome, answer }) =>
      outcome === 'sent'
        ? toast({ title: text.tested })
        : toast({ kind: 'problem', title: text.notTested, detail: answer }),
    onError,
    onSettled: refresh,
  });
  const remove = useMutation({
    async mutationFn() {
      await api.accounts.removeDevice(deviceID);
      if (isThis) await forgetThisDevice();
    },
    onSuccess: () => toast({ title: text.removed }),
    onError,
    onSettled: refresh,
  });
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <span className="text-soft">
        <Icon name="phone" className="size-5" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          {isThis ? <Tag variant="accent">{text.thisDevice}</Tag> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-table text-soft">
          <span>
            {text.since} <Moment at={createdAt} />
          </span>
          <span>
            {usedAt === null ? (
              text.unused
            ) : (
              <>
                {text.used} <Moment at={usedAt} show="distance" />
              </>
            )}
          </span>
        </p>
      </div>
      <span className="flex gap-2">
        <Button
          needsService
          busy={test.isPending}
          onClick={() => test.mutate()}
          aria-label={`${text.test}: ${name}`}
        >
          {text.test}
        </Button>
        <Button
          needsService
          busy={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={`${text.remove}: ${name}`}
        >
          {text.remove}
        </Button>
      </span>
    </li>
  );
}
