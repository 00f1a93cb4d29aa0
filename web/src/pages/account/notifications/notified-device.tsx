import type { Device } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { devicesQuery } from '../../../data/account/devices.ts';
import { api } from '../../../data/client.ts';
import { queryClient } from '../../../data/query-client.ts';
import { forgetThisDevice, readThisDevice } from '../../../devices/this-device.ts';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words } from '../words.ts';

const { notifications: text } = words;

/** A device, with buttons that test and remove it. */
export function NotifiedDevice({ device }: { readonly device: Device }) {
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
