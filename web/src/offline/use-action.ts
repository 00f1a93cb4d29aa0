import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { performOrWait } from './offline.ts';
import { type Action, ActionCancelled } from './waiting-actions.ts';

interface Callbacks<T, V> {
  /** Actions of the same scope are performed one after another. */
  readonly scope?: { readonly id: string };
  readonly onSuccess: (result: T, variables: V) => unknown;
  /** Not called if the user cancels the action. */
  readonly onError?: (error: Error, variables: V) => unknown;
}

/**
 * Returns a mutation that waits while the service is unreachable. `describe` returns the action for given variables.
 */
export function useAction<T, V = void>(
  describe: (variables: V) => Action<T>,
  { scope, onSuccess, onError }: Callbacks<T, V>,
): UseMutationResult<T, Error, V> {
  return useMutation<T, Error, V>({
    ...(scope === undefined ? {} : { scope }),
    mutationFn: (variables) => performOrWait(describe(variables)),
    onSuccess: (result, variables) => onSuccess(result, variables),
    onError: (error, variables) => (wasCancelled(error) ? undefined : onError?.(error, variables)),
  });
}

export function wasCancelled(error: unknown): boolean {
  return error instanceof ActionCancelled;
}
