import { OverdueError } from '@overdue/sdk';

/** Shows the confirmation dialog. Returns false if the user cancels. */
type ShowDialog = () => Promise<boolean>;

let showDialog: ShowDialog | undefined;
let openDialog: Promise<boolean> | undefined;

export function setReauthenticationDialog(show: ShowDialog): () => void {
  showDialog = show;
  return () => {
    if (showDialog === show) showDialog = undefined;
  };
}

/** Wraps the API: if a call needs a fresh sign-in, shows the dialog and repeats the call after the confirmation. */
export function withReauthentication<T extends object>(api: T): T {
  return new Proxy(api, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function')
        return (...parameters: unknown[]) => callConfirmed(() => Reflect.apply(value, target, parameters));
      return typeof value === 'object' && value !== null ? withReauthentication(value) : value;
    },
  });
}

function callConfirmed(call: () => unknown): unknown {
  const response = call();
  if (!(response instanceof Promise)) return response;
  return response.catch(async (error: unknown) => {
    if (!needsConfirmation(error) || !(await confirmIdentity())) throw error;
    return callConfirmed(call);
  });
}

function needsConfirmation(error: unknown): boolean {
  return error instanceof OverdueError && error.code === 'fresh_sign_in_required';
}

/** Shows the dialog. Calls that are refused while the dialog is open share that dialog. */
function confirmIdentity(): Promise<boolean> {
  openDialog ??= (showDialog?.() ?? Promise.resolve(false)).finally(() => {
    openDialog = undefined;
  });
  return openDialog;
}
