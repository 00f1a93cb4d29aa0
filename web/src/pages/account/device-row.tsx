import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import { readDevice } from './device.ts';
import { words } from './words.ts';

const { sessions: text } = words;

interface DeviceRowProps {
  readonly device: {
    readonly userAgent: string;
    readonly remoteAddress: string;
    readonly usedAt: string;
    readonly isCurrent: boolean;
  };
  readonly used: string;
  /** Further times, shown beside the last use. */
  readonly times: ReactNode;
  readonly revoke: {
    readonly label: string;
    readonly isBusy: boolean;
    readonly onRevoke: () => void;
  } | null;
}

export function DeviceRow({ device, used, times, revoke }: DeviceRowProps) {
  const { browser, system } = readDevice(device.userAgent);
  const name = text.device(browser ?? text.unknownBrowser, system ?? text.unknownSystem);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="text-soft">
        <Icon name="device" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium" title={device.userAgent}>
            {name}
          </span>
          {device.isCurrent ? <Tag variant="accent">{text.current}</Tag> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-table text-soft">
          <span className="numeric">{device.remoteAddress}</span>
          <span>
            {used} <Moment at={device.usedAt} show="distance" />
          </span>
          {times}
        </p>
      </div>
      {revoke === null ? null : (
        <Button
          needsService
          busy={revoke.isBusy}
          onClick={revoke.onRevoke}
          aria-label={`${revoke.label}: ${name}`}
        >
          {revoke.label}
        </Button>
      )}
    </li>
  );
}
