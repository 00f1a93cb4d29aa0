import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../../data/client.ts';
import { bodyQuery } from '../../../data/runs/history.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import { LogText } from './log-text.tsx';
import { formatSize } from './size.ts';

interface LogViewProps {
  readonly shortID: string;
  readonly number: number;
}

export function LogView({ shortID, number }: LogViewProps) {
  const { data, error, refetch } = useQuery(bodyQuery(shortID, number));
  if (error !== null) {
    return isNotFound(error) ? (
      <p className="text-soft">{words.event.pruned}</p>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const download = () => saveFile(`${shortID}-${number}.${data.text === null ? 'bin' : 'log'}`, data.bytes);
  if (data.text === null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-soft">{words.log.binary(formatSize(data.bytes.length))}</p>
        <Button onClick={download}>
          <Icon name="download" />
          {words.log.download}
        </Button>
      </div>
    );
  }
  return <LogText key={number} number={number} text={data.text} onDownload={download} />;
}
