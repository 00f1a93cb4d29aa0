import { type Channel, type ChannelType, OverdueError } from '@overdue/sdk';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { problemsOf } from '../data/problems.ts';
import { NEW_ROUTING, type Routing } from '../monitor/alert-choices.ts';
import { focusFirstProblem } from '../ui/form/refusal.ts';
import { words as uiWords } from '../ui/words.ts';
import { fieldsOf, missingFields, type SettingsField, settingsOf } from './settings-fields.ts';
import { suggestedSettings } from './suggested-settings.ts';
import { words } from './words.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ChannelForm {
  /** The element of the form, in which a refused submit moves the focus to the first field with an error. */
  readonly element: RefObject<HTMLFormElement | null>;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly fields: readonly SettingsField[];
  readonly values: Values;
  readonly setValues: (values: Values) => void;
  readonly routing: Routing;
  readonly setRouting: (routing: Routing) => void;
  readonly touch: (path: string) => void;
  readonly problemOf: (path: string) => string | undefined;
  readonly general: string | undefined;
  /**
   * Validates `values` (default: the values of the form) and returns the request to send. If `values` are given, the form shows
   * them. If the values are invalid, shows the errors and returns null.
   */
  readonly submit: (
    values?: Values,
  ) => ({ readonly name: string; readonly settings: Values } & Routing) | null;
  readonly load: (saved: Channel) => void;
  readonly refuse: (error: unknown) => void;
}

/** Errors that the service found on the last submit. */
interface Refusal {
  readonly fields: readonly Problem[];
  readonly general?: string | undefined;
  readonly error?: unknown;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** State of a channel's form. The form checks only that required fields are filled in; the service checks the rest on submit. */
export function useChannelForm(type: ChannelType, channel?: Channel): ChannelForm {
  const fields = useMemo(() => fieldsOf(type.schema), [type.schema]);
  const [name, setName] = useState(channel?.name ?? type.title);
  const [values, setValues] = useState<Values>(() => channel?.settings ?? suggestedSettings(type.type));
  const [routing, setRouting] = useState<Routing>(channel ?? NEW_ROUTING);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Refusal>({ fields: [] });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused.error !== undefined) focusFirstProblem(element.current);
  }, [refused.error]);
  const problemsIn = (checked: Values): readonly Problem[] => [
    ...(name.trim() === '' ? [{ path: 'name', message: uiWords.refusal.missing }] : []),
    ...missingFields(fields, checked).map((field) => ({
      path: `settings.${field.name}`,
      message: uiWords.refusal.missing,
    })),
    ...(type.type === 'group' && routing.channels.length === 0
      ? [{ path: 'channels', message: words.form.noMembers }]
      : []),
  ];
  const shownProblems = [...problemsIn(values).filter(({ path }) => touched.has(path)), ...refused.fields];
  const shown = [
    'name',
    'tags',
    'channels',
    'subscriptions',
    ...fields.map((field) => `settings.${field.name}`),
  ];
  return {
    element,
    name,
    setName,
    fields,
    values,
    setValues(next) {
      setValues(next);
      const { fields: before, error } = refused;
      setRefused({ fields: before.filter(({ path }) => !path.startsWith('settings')), error });
    },
    routing,
    setRouting,
    touch: (path) => setTouched((before) => new Set([...before, path])),
    problemOf: (path) =>
      shownProblems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.message,
    general: refused.general,
    submit(submitted = values) {
      setTouched(new Set(shown));
      setRefused({ fields: [] });
      if (problemsIn(submitted).length > 0) {
        focusFirstProblem(element.current);
        return null;
      }
      return {
        ...pick(routing),
        name: name.trim(),
        settings: settingsOf(fields, submitted, channel?.settings ?? {}),
      };
    },
    load(saved) {
      setName(saved.name);
      setValues(saved.settings);
      setRouting(pick(saved));
      setRefused({ fields: [] });
    },
    refuse(error) {
      const refusals = error instanceof OverdueError ? error.fields : [];
      const matching = refusals.filter(({ path }) =>
        shown.some((shownPath) => path === shownPath || path.startsWith(`${shownPath}.`)),
      );
      const { general } = problemsOf(error, shown);
      setRefused({ fields: matching, general, error });
    },
  };
}

function pick({ subscriptions, tags, minSeverity, isDefault, channels }: Routing): Routing {
  return { subscriptions, tags, minSeverity, isDefault, channels };
}
