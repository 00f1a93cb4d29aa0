import { type Import, type ImportInput, type ImportProgress, OverdueError } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../data/client.ts';

/** One request of the import page, which either plans an import or performs it. */
export interface ImportRun {
  readonly data: Import | undefined;
  /** Error of the request; null without an error or if the user canceled. */
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isCanceled: boolean;
  readonly progress: ImportProgress | null;
  readonly start: (input: ImportInput) => void;
  /** Closes the connection. The service then cancels the import, unless it has begun to write. */
  readonly cancel: () => void;
  /** Cancels the request and discards its result. */
  readonly reset: () => void;
}

export function useImportRun(onSuccess: () => void = () => {}): ImportRun {
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const connection = useRef<AbortController>(null);
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn(input: ImportInput) {
      connection.current = new AbortController();
      setProgress(null);
      return api.imports.run(input, { signal: connection.current.signal, onProgress: setProgress });
    },
    onSuccess,
  });
  const isCanceled = error instanceof OverdueError && error.code === 'aborted';
  const cancel = () => connection.current?.abort();
  return {
    data,
    error: isCanceled ? null : error,
    isPending,
    isCanceled,
    progress,
    start: mutate,
    cancel,
    reset() {
      cancel();
      reset();
    },
  };
}
