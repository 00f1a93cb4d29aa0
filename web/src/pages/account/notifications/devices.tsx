import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../data/account/devices.ts';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { NotifiedDevice } from './notified-device.tsx';
import { TurnOnDevice } from './turn-on-device.tsx';

const { notifications: text } = words;

/** Devices that show notifications, and the button that adds this device. */
export function Devices() {
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
