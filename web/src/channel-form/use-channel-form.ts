import { type Channel, type ChannelType, checkInput, OverdueError } from '@overdue/sdk';
import { CHANNEL_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMemo, useState } from 'react';
import { problemsOf } from '../data/problems.ts';
import { NEW_ROUTING, type Routing } from '../monitor/alert-choices.ts';
import { fieldsOf, isUnchanged, type SettingsField, settingsOf } from './settings-fields.ts';
import { suggestedSettings } from './suggested-settings.ts';
import { words } from './words.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ChannelForm {
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

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** State of a channel's form. Values are checked against the type's schema during typing, and by the service on submit. */
export function useChannelForm(type: ChannelType, channel?: Channel): ChannelForm {
  const fields = useMemo(() => fieldsOf(type.schema), [type.schema]);
  const [name, setName] = useState(channel?.name ?? type.title);
  const [values, setValues] = useState<Values>(() => channel?.settings ?? suggestedSettings(type.type));
  const [routing, setRouting] = useState<Routing>(channel ?? NEW_ROUTING);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ readonly fields: readonly Problem[]; readonly general?: string }>({
    fields: [],
  });
  const problemsIn = (checked: Values) =>
    ownProblems(type, {
      name,
      settings: settingsOf(fields, checked),
      channels: routing.channels,
    }).filter(({ path }) => channel === undefined || !isUnchanged(path, checked, channel.settings));
  const fieldProblems = problemsIn(values);
  const shownProblems = [...fieldProblems.filter(({ path }) => touched.has(path)), ...refused.fields];
  const shown = [
    'name',
    'tags',
    'channels',
    'subscriptions',
    ...fields.map((field) => `settings.${field.name}`),
  ];
  return {
    name,
    setName,
    fields,
    values,
    setValues(next) {
      setValues(next);
      setRefused({ fields: refused.fields.filter(({ path }) => !path.startsWith('settings')) });
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
      if (problemsIn(submitted).length > 0) return null;
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
      setRefused({ fields: matching, ...(general === undefined ? {} : { general }) });
    },
  };
}

interface Checked {
  readonly name: string;
  readonly settings: Values;
  readonly channels: readonly string[];
}

function ownProblems(type: ChannelType, { name, settings, channels }: Checked): readonly Problem[] {
  const ofName = checkInput(
    { type: 'string', minLength: 1, maxLength: CHANNEL_INPUT_LENGTHS.name },
    name.trim(),
  );
  const ofSettings = checkInput(type.schema, settings);
  return [
    ...ofName.map(({ message }) => ({ path: 'name', message })),
    ...ofSettings.map(({ path, message }) => ({ path: `settings.${path}`, message })),
    ...(type.type === 'group' && channels.length === 0
      ? [{ path: 'channels', message: words.form.noMembers }]
      : []),
  ];
}

function pick({ subscriptions, tags, minSeverity, isDefault, channels }: Routing): Routing {
  return { subscriptions, tags, minSeverity, isDefault, channels };
}
