import type { Device } from '@overdue/sdk';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery, devicesQuery } from '../../../data/account/account.ts';
import { onCallContactsQuery } from '../../../data/alerts/on-call.ts';
import { queryClient } from '../../../data/query-client.ts';
import { supportOfBrowser, turnOnDevice } from '../../../devices/subscription.ts';
import { readThisDevice } from '../../../devices/this-device.ts';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { readDevice } from '../device.ts';
import { words } from '../words.ts';

const { notifications: text, sessions } = words;

interface TurnOnDeviceProps {
  readonly devices: readonly Device[];
  readonly serverKey: string;
}

/** Turns on notifications in this browser, or explains why they are impossible. */
export function TurnOnDevice({ devices, serverKey }: TurnOnDeviceProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const toast = useToast();
  const turnOn = useMutation({
    mutationFn: () => turnOnDevice({ email: account.email, name: nameOfBrowser() }, serverKey),
    onSuccess: (device) =>
      device === null ? toast({ kind: 'problem', title: text.refused }) : toast({ title: text.turnedOn }),
    onError: (problem) => toast({ kind: 'problem', title: text.failed, detail: messageOf(problem) }),
    async onSettled() {
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: onCallContactsQuery.queryKey });
    },
  });
  const own = readThisDevice();
  if (devices.some(({ deviceID }) => deviceID === own?.deviceID)) return null;
  const support = supportOfBrowser();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-3 first:border-t-0">
      <p className="min-w-60 flex-1 text-soft">
        {support === 'ready' ? (devices.length === 0 ? text.none : text.notThis) : text.support[support]}
      </p>
      {support === 'ready' ? (
        <Button variant="primary" needsService busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
          <Icon name="phone" />
          {text.turnOn}
        </Button>
      ) : null}
    </div>
  );
}

function nameOfBrowser(): string {
  const { browser, system } = readDevice(navigator.userAgent);
  return sessions.device(browser ?? sessions.unknownBrowser, system ?? sessions.unknownSystem);
}
