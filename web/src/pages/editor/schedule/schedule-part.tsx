import { defaultRunLimitMs } from '@overdue/domain/monitor/rules.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../../../data/monitors/monitors.ts';
import { isZone } from '../../../preferences/zone-name.ts';
import { formatSecondsExact, parseSeconds } from '../../../time/parse-duration.ts';
import { useNow } from '../../../time/ticker.ts';
import { formatter, offsetOf } from '../../../time/zone.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { TextArea, TextInput } from '../../../ui/form/field.tsx';
import { Segments } from '../../../ui/form/segments.tsx';
import { ZonePicker } from '../../../ui/form/zone-picker.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import { TheirChange } from '../conflicts/their-change.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';
import { StatusDrawing } from './status-drawing.tsx';
import type { Preview } from './use-preview.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EVERY = [5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY];
const EVERY_CHECK = [30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const EVERY_DOMAIN = [6 * HOUR, 12 * HOUR, DAY];
const GRACES = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const LIMITS = [10 * MINUTE, HOUR, 6 * HOUR, DAY];

const KINDS = [
  { value: 'cron', label: words.schedule.cron },
  { value: 'oncalendar', label: words.schedule.onCalendar },
  { value: 'interval', label: words.schedule.interval },
] as const;

export function SchedulePart({ editor, preview }: { readonly editor: Editor; readonly preview: Preview }) {
  const { draft, change, touch } = editor;
  const grace = parseSeconds(draft.graceDuration);
  const standard = defaultRunLimitMs((grace ?? 0) * 1000) / 1000;
  const limit = draft.maxRunDuration.trim() === '' ? standard : parseSeconds(draft.maxRunDuration);
  const gap = gapOf(preview);
  const [first] = preview.details;
  return (
    <Panel title={words.schedule.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField editor={editor} />
        <div className="sm:col-span-2">
          <Segments
            label={words.schedule.kind}
            value={draft.scheduleType}
            options={KINDS}
            onChange={(scheduleType) => change({ scheduleType })}
          />
          <TheirChange editor={editor} path="schedule.type" />
        </div>
        <Times editor={editor} />
        <SettingField
          editor={editor}
          path="schedule.timezone"
          label={words.schedule.zone}
          hint={<ZoneNow zone={draft.timezone} />}
        >
          <ZonePicker value={draft.timezone} onChange={(timezone) => change({ timezone })} />
        </SettingField>
        <SettingField
          editor={editor}
          path="schedule.graceDuration"
          label={words.schedule.grace}
          hint={
            grace !== null && gap !== null && grace > gap
              ? words.schedule.graceIsLong
              : words.schedule.graceHint
          }
        >
          <DurationInput
            value={draft.graceDuration}
            onChange={(text) => change({ graceDuration: text })}
            onBlur={() => touch('schedule.graceDuration')}
            choices={GRACES}
          />
        </SettingField>
        <SettingField
          editor={editor}
          path="maxRunDuration"
          label={words.schedule.limit}
          hint={
            limit !== null && gap !== null && draft.maxRunDuration.trim() !== '' && limit > gap ? (
              <Warning>{words.schedule.limitIsLong}</Warning>
            ) : (
              words.schedule.limitHint(formatSecondsExact(standard))
            )
          }
        >
          <DurationInput
            value={draft.maxRunDuration}
            onChange={(text) => change({ maxRunDuration: text })}
            onBlur={() => touch('maxRunDuration')}
            choices={LIMITS}
            placeholder={formatSecondsExact(standard)}
          />
        </SettingField>
        {grace === null || limit === null || first === undefined || !isZone(draft.timezone) ? null : (
          <div className="border-t border-line pt-4 sm:col-span-2">
            <h3 className="font-medium">{words.zones.title}</h3>
            <StatusDrawing
              at={Date.parse(first.at)}
              timezone={draft.timezone}
              graceSeconds={grace}
              limitSeconds={limit}
              alertAfterFailures={Math.max(1, Number.parseInt(draft.alertAfterFailures, 10) || 1)}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Field for the cron expression, the calendar expressions or the interval. */
export function Times({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  if (draft.scheduleType === 'oncalendar') return <OnCalendar editor={editor} />;
  return draft.scheduleType === 'cron' ? (
    <SettingField
      editor={editor}
      path="schedule.cron"
      label={words.schedule.cronLabel}
      hint={words.schedule.cronHint}
    >
      <TextInput
        value={draft.cron}
        onValueChange={(cron) => change({ cron })}
        onBlur={() => touch('schedule.cron')}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
    </SettingField>
  ) : (
    <SettingField
      editor={editor}
      path="schedule.interval"
      label={words.schedule.every}
      hint={draft.kind === 'cron' ? words.schedule.everyHint : undefined}
    >
      <DurationInput
        value={draft.interval}
        onChange={(interval) => change({ interval })}
        onBlur={() => touch('schedule.interval')}
        choices={draft.kind === 'cron' ? EVERY : draft.kind === 'domain' ? EVERY_DOMAIN : EVERY_CHECK}
      />
    </SettingField>
  );
}

function OnCalendar({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  return (
    <SettingField
      editor={editor}
      path="schedule.onCalendar"
      label={words.schedule.onCalendarLabel}
      hint={words.schedule.onCalendarHint}
    >
      <TextArea
        value={draft.onCalendar}
        onChange={({ currentTarget }) => change({ onCalendar: currentTarget.value })}
        onBlur={() => touch('schedule.onCalendar')}
        rows={Math.max(1, draft.onCalendar.split('\n').length)}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
      />
    </SettingField>
  );
}

function Warning({ children }: { readonly children: string }) {
  return <span className="font-medium text-failing">{children}</span>;
}

function ZoneNow({ zone }: { readonly zone: string }) {
  const now = useNow();
  if (!isZone(zone)) return null;
  const time = formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
  return <span className="numeric">{words.schedule.zoneHint(time, offsetOf(zone, now))}</span>;
}

/** Returns the shortest gap between the next runs in seconds; null if unknown. */
function gapOf({ details }: Preview): number | null {
  const times = details.map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((at, index) => (at - (times[index] ?? at)) / 1000);
  return gaps.length === 0 ? null : Math.min(...gaps);
}

/** Name of the monitor. Warns if another monitor has the same name, because alerts show only the name. */
export function NameField({ editor }: { readonly editor: Editor }) {
  const { draft, base, change, touch } = editor;
  const { data: list } = useQuery(monitorsQuery);
  const name = draft.name.trim();
  const isDuplicate =
    name !== base.name.trim() && list?.monitors.some((monitor) => monitor.name === name) === true;
  return (
    <SettingField
      editor={editor}
      path="name"
      label={words.job.name}
      hint={isDuplicate ? words.job.nameIsDuplicate : undefined}
      className="sm:col-span-2"
    >
      <TextInput
        value={draft.name}
        onValueChange={(next) => change({ name: next })}
        onBlur={() => touch('name')}
        placeholder={words.job.namePlaceholder}
        autoComplete="off"
        maxLength={2 * NAME_LENGTH_MAX}
      />
    </SettingField>
  );
}
