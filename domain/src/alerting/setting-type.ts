import type { Check } from '../type-check.ts';

/** One alert setting of a monitor, a project or a team. */
export interface Setting<T> {
  /** Checks a stored value. */
  readonly is: Check<T>;
  readonly initial: T;
  /** Name in the database, if it differs from the setting's name. */
  readonly storedAs?: string;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

export type ValuesOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

/** Returns an object with one value per setting. */
export function valuesOf<S extends Settings>(
  settings: S,
  pick: (setting: Setting<unknown>, name: string) => unknown,
): ValuesOf<S>;
export function valuesOf(
  settings: Settings,
  pick: (setting: Setting<unknown>, name: string) => unknown,
): object {
  return Object.fromEntries(Object.entries(settings).map(([name, each]) => [name, pick(each, name)]));
}

export function setting<T>(is: Check<T>, initial: T): Setting<T> {
  return { is, initial };
}
