import { checkKindOf } from '@overdue/domain/checks/check-result.ts';
import { SLUG_LENGTH_MAX } from '@overdue/domain/ping/slug.ts';
import { type Monitor, OverdueError } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useBlocker, useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { accountQuery } from '../../../data/account/account.ts';
import { channelsQuery } from '../../../data/alerts/channels.ts';
import { escalationsQuery } from '../../../data/alerts/escalations.ts';
import { isUnauthorized } from '../../../data/client.ts';
import { applyToMonitorList, monitorsQuery } from '../../../data/monitors/monitors.ts';
import { queryClient } from '../../../data/query-client.ts';
import { projectsQuery } from '../../../data/team/projects.ts';
import { SETTING_NAMES } from '../../../fields/setting-names.ts';
import { storeCrontab } from '../../../snippets/pasted-crontab.ts';
import { formatSecondsExact } from '../../../time/parse-duration.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { TextInput } from '../../../ui/form/field.tsx';
import { focusFirstProblem } from '../../../ui/form/refusal.ts';
import { Notice } from '../../../ui/states.tsx';
import { OfflineReason } from '../../../ui/window/offline.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import type { SharedEdit } from '../conflicts/use-their-changes.ts';
import { CrontabPart } from '../crontab/crontab-part.tsx';
import type { MonitorDraft } from '../draft/draft-fields.ts';
import { Occurrences } from '../schedule/occurrences.tsx';
import { SchedulePart } from '../schedule/schedule-part.tsx';
import { usePreview } from '../schedule/use-preview.ts';
import { type Editor, useEditor } from '../use-editor.ts';
import { words } from '../words.ts';
import { AddressField } from './address-field.tsx';
import { AlertsPart } from './alerts-part.tsx';
import { CheckPart, KindPart } from './check-part.tsx';
import { DetailsPart } from './details-part.tsx';
import { PingPart } from './ping-part.tsx';

interface MonitorFormProps {
  readonly base: MonitorDraft;
  readonly draftKey: string;
  /** Crontab line from the URL. Null hides the crontab input. */
  readonly crontab: string | null;
  /** Called with a pasted crontab that has several jobs. */
  readonly onSeveralJobs?: (text: string) => void;
  /** Content above the form, such as a warning about the allowance. */
  readonly notice?: ReactNode;
  readonly action: string;
  readonly disabled?: boolean;
  /** Whether the form may be saved without changes, as when a monitor is copied. */
  readonly isNew: boolean;
  readonly save: (draft: MonitorDraft, base: MonitorDraft) => Promise<Monitor>;
  readonly onSaved: (monitor: Monitor) => void;
  /** The edited monitor, which other people may change during the edit. */
  readonly edit?: SharedEdit;
  /** Called when the user discards a restored draft. */
  readonly onReset?: () => void;
  readonly cancel: ReactNode;
}

export function MonitorForm(props: MonitorFormProps) {
  const { onSeveralJobs = () => undefined } = props;
  const { base, draftKey, crontab, notice, action, disabled = false, isNew, edit, onReset, cancel } = props;
  const [initial] = useState(base);
  const first = edit === undefined ? initial : base;
  const [scheduleProblems, setScheduleProblems] = useState<ReturnType<typeof usePreview>['problems']>([]);
  const editor = useEditor({ base: first, draftKey, scheduleProblems, edit });
  const preview = usePreview(editor.draft);
  if (preview.problems !== scheduleProblems) setScheduleProblems(preview.problems);
  // Seconds by which cron may delay each run, as the pasted crontab says.
  const [randomDelay, setRandomDelay] = useState(0);
  // Suggests a grace period only for new jobs, whose form accepts a crontab. A copy keeps its grace period.
  const { suggestedGrace } = preview;
  useSuggestedGrace(
    editor,
    crontab === null || suggestedGrace === null ? null : suggestedGrace + randomDelay,
  );
  const kind = checkKindOf(editor.draft.kind);
  const isWide = useWide();
  const form = useRef<HTMLFormElement>(null);
  const { data: list } = useQuery(monitorsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: escalations = [] } = useQuery(escalationsQuery);
  const tags = [...new Set(list?.monitors.flatMap((monitor) => monitor.tags))].sort();

  const { saving, submit, isSaved } = useSaving({ ...props, first, editor, form });
  const scheduleProblem = editor.problems.find(({ path }) => /^schedule\.(?!graceDuration)/.test(path));
  const occurrences = (
    <Occurrences
      preview={preview}
      timezone={editor.draft.timezone}
      isInterval={editor.draft.scheduleType === 'interval'}
      problem={scheduleProblem === undefined ? null : previewProblem(editor.draft, scheduleProblem.message)}
    />
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {notice}
        {editor.wasRestored ? <Restored editor={editor} onReset={onReset} /> : null}
        {crontab === null ? null : <KindPart editor={editor} />}
        {crontab === null || kind !== null ? null : (
          <CrontabPart
            editor={editor}
            initial={crontab}
            onFilled={(filled) => setRandomDelay(filled.randomDelay)}
            onSeveralJobs={onSeveralJobs}
          />
        )}
        {kind === null ? (
          <SchedulePart editor={editor} preview={preview} />
        ) : (
          <CheckPart editor={editor} kind={kind} />
        )}
        {isWide || kind !== null ? null : occurrences}
        <DetailsPart editor={editor} projects={projects} tags={tags} />
        <AlertsPart editor={editor} projects={projects} channels={channels} escalations={escalations} />
        {kind === null ? (
          <>
            <PingPart editor={editor} />
            <MorePart editor={editor} />
          </>
        ) : null}
        <Footer
          editor={editor}
          saving={saving}
          action={action}
          disabled={disabled || (!isNew && !editor.isChanged)}
          cancel={cancel}
        />
      </div>
      {isWide && kind === null ? <div className="sticky top-4">{occurrences}</div> : null}
      <ConfirmLeaving when={() => editor.isChanged && !isSaved.current} onLeave={editor.done} />
    </form>
  );
}

interface SavingOptions extends Pick<MonitorFormProps, 'save' | 'onSaved'> {
  readonly first: MonitorDraft;
  readonly editor: Editor;
  readonly form: RefObject<HTMLFormElement | null>;
}

function useSaving({ save, onSaved, first, editor, form }: SavingOptions) {
  const isSaved = useRef(false);
  const saving = useMutation({
    mutationFn: () => save(editor.draft, first),
    onSuccess(monitor) {
      isSaved.current = true;
      if (editor.draft.crontab !== null) storeCrontab(monitor.shortID, editor.draft.crontab);
      editor.done();
      applyToMonitorList([monitor]);
      onSaved(monitor);
    },
    onError(error) {
      if (error instanceof OverdueError) editor.refuse(error.fields);
    },
  });
  useEffect(() => {
    if (saving.error !== null) focusFirstProblem(form.current);
  }, [saving.error, form]);

  function submit(): void {
    editor.touchAll();
    if (editor.problems.length > 0) focusFirstProblem(form.current);
    else saving.mutate();
  }
  return { saving, submit, isSaved };
}

interface RestoredProps {
  readonly editor: Editor;
  readonly onReset: (() => void) | undefined;
}

function Restored({ editor, onReset }: RestoredProps) {
  return (
    <Notice>
      <span className="flex flex-wrap items-center gap-x-3">
        {words.restored}
        <button
          type="button"
          onClick={() => {
            editor.reset();
            onReset?.();
          }}
          className="min-h-6 font-medium link"
        >
          {words.discardDraft}
        </button>
      </span>
    </Notice>
  );
}

interface FooterProps {
  readonly editor: Editor;
  readonly saving: ReturnType<typeof useSaving>['saving'];
  readonly action: string;
  readonly disabled: boolean;
  readonly cancel: ReactNode;
}

function Footer({ editor, saving, action, disabled, cancel }: FooterProps) {
  const shown = editor.problems.filter(({ path }) => editor.problem(path) !== undefined);
  return (
    <footer
      data-save-bar=""
      className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-2 bg-ground px-1 py-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-ground before:to-transparent max-md:bottom-16 [@media(max-height:500px)]:static"
    >
      {saving.error === null ? null : <Failure error={saving.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" needsService busy={saving.isPending} disabled={disabled}>
          {action}
        </Button>
        {cancel}
        <OfflineReason />
        <span aria-live="polite" className="text-table text-soft">
          {shown.length > 0 ? (
            <span className="font-medium text-down">{words.correct(shown.length)}</span>
          ) : null}
        </span>
      </div>
    </footer>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const { href } = useLocation();
  return (
    <Notice kind="problem">
      {isUnauthorized(error) ? (
        <>
          {words.signedOut}{' '}
          <Link to="/sign-in" search={{ next: href }} className="font-medium underline underline-offset-2">
            {words.signIn}
          </Link>
        </>
      ) : (
        <>
          <span className="font-medium">{words.notSaved}.</span> {messageOf(error)}
        </>
      )}
    </Notice>
  );
}

/** Asks the user before unsaved changes are lost. A reload or a sign-in doesn't lose the draft. */
function ConfirmLeaving({ when, onLeave }: { readonly when: () => boolean; readonly onLeave: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next, current }) =>
      when() && next.pathname !== '/sign-in' && next.pathname !== current.pathname,
    // Doesn't ask after the session has expired, because signing in again restores the draft.
    enableBeforeUnload: () => when() && queryClient.getQueryData(accountQuery.queryKey) !== undefined,
    withResolver: true,
  });
  return (
    <Confirm
      worksOffline
      open={blocker.status === 'blocked'}
      title={words.leave.title}
      action={words.leave.action}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      {words.leave.text}
    </Confirm>
  );
}

export const cancelClass = buttonClass('quiet');

/** Returns the problem of a schedule, or a hint while there is no expression. */
function previewProblem({ scheduleType, cron, onCalendar }: MonitorDraft, problem: string): string {
  const isEmpty =
    (scheduleType === 'cron' && cron.trim() === '') ||
    (scheduleType === 'oncalendar' && onCalendar.trim() === '');
  return isEmpty ? words.preview.empty : problem;
}

/** Matches the breakpoint `lg` in tokens.css. */
const WIDE = '(min-width: 1200px)';

/** Whether the window has room for a second column. If not, the column's content is rendered below the form. */
function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

/** Fills in the suggested grace period for the schedule, until the user enters another grace period. */
function useSuggestedGrace(editor: Editor, suggested: number | null): void {
  const [proposed, setProposed] = useState(editor.base.graceDuration);
  const { graceDuration } = editor.draft;
  const next = suggested === null ? proposed : formatSecondsExact(suggested);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each suggestion is applied once; `change` is new in each render.
  useEffect(() => {
    if (next === proposed) return;
    setProposed(next);
    if (graceDuration === proposed) editor.change({ graceDuration: next });
  }, [next]);
}

const PATHS = ['slug', 'forwardTo'] as const;

/** Settings that few monitors need. They are folded unless pings are forwarded, or a field has an error or another person's change. */
function MorePart({ editor }: { readonly editor: Editor }) {
  const [isOpen, setOpen] = useState(editor.base.forwardTo !== '');
  const needsAttention = PATHS.some(
    (path) => editor.problem(path) !== undefined || editor.theirs(path) !== undefined,
  );
  return (
    <details
      open={isOpen || needsAttention}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group min-w-0 rounded-lg border border-line bg-panel"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-lg px-4 py-1.5">
        <span className="font-semibold">{words.more.title}</span>
        <span className="text-table text-soft group-open:hidden">{words.more.hint}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        <SlugField editor={editor} />
        <AddressField editor={editor} field="forwardTo" hint={words.more.forwardHint} />
      </div>
    </details>
  );
}

function SlugField({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  return (
    <SettingField editor={editor} path="slug" label={SETTING_NAMES.slug} hint={words.more.slugHint}>
      <TextInput
        value={draft.slug}
        onValueChange={(slug) => change({ slug })}
        onBlur={() => touch('slug')}
        placeholder={words.more.slugPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SLUG_LENGTH_MAX}
      />
    </SettingField>
  );
}
