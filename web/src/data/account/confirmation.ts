import { OverdueError } from '@overdue/sdk';

/** Shows the dialog that asks people to prove who they are. False if they cancel. */
type AskWho = () => Promise<boolean>;

let askWho: AskWho | undefined;
let asking: Promise<boolean> | undefined;

/** Sets the dialog for {@link repeatOnceConfirmed}. Returns how to take the dialog away again. */
export function confirmWith(ask: AskWho): () => void {
  askWho = ask;
  return () => {
    if (askWho === ask) askWho = undefined;
  };
}

/**
 * Returns the API with one addition: a call that the service refuses because the sign-in is too old waits for the dialog, and is
 * repeated once the person has proven who they are.
 */
export function repeatOnceConfirmed<T extends object>(api: T): T {
  return new Proxy(api, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function')
        return (...given: unknown[]) => repeated(() => Reflect.apply(value, target, given));
      return typeof value === 'object' && value !== null ? repeatOnceConfirmed(value) : value;
    },
  });
}

function repeated(call: () => unknown): unknown {
  const answer = call();
  if (!(answer instanceof Promise)) return answer;
  return answer.catch(async (error: unknown) => {
    if (!isTooOld(error) || !(await ask())) throw error;
    return repeated(call);
  });
}

function isTooOld(error: unknown): boolean {
  return error instanceof OverdueError && error.code === 'fresh_sign_in_required';
}

/** Calls that are refused at the same time share one dialog. */
function ask(): Promise<boolean> {
  asking ??= (askWho?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
