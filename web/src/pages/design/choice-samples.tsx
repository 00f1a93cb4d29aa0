import { useState } from 'react';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { words } from './words.ts';

const { samples } = words;
type Zoom = '1h' | '24h' | '7d';
type Tab = 'runs' | 'events';

const ROWS = [
  { name: 'Ann Ozola', role: 'owner', failures: 0 },
  { name: 'Ben Kalns', role: 'member', failures: 12 },
] as const;

export function ChoiceSamples() {
  const [isOn, setOn] = useState(true);
  const [isSelected, setSelected] = useState(true);
  const [zoom, setZoom] = useState<Zoom>('24h');
  const [tab, setTab] = useState<Tab>('runs');
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-8">
        <Switch checked={isOn} onChange={setOn} label={samples.alerts} hint={samples.alertsHint} />
        <Checkbox checked={isSelected} onChange={setSelected} label={samples.selected} />
        <Checkbox checked={false} mixed onChange={() => {}} label={samples.some} />
        <Segments<Zoom>
          label={samples.zoom}
          value={zoom}
          onChange={setZoom}
          options={(['1h', '24h', '7d'] as const).map((value) => ({ value, label: value }))}
        />
      </div>
      <Tabs<Tab>
        label={samples.panel}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'runs', label: samples.runs, content: <p>{samples.runsText}</p> },
          { value: 'events', label: samples.events, content: <p>{samples.runsText}</p> },
        ]}
      />
      <Table
        label={samples.table}
        rows={ROWS}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', title: samples.person, isWide: true, cell: ({ name }) => name },
          { key: 'role', title: samples.role, cell: ({ role }) => role },
          { key: 'failures', title: samples.failures, align: 'right', cell: ({ failures }) => failures },
        ]}
      />
    </div>
  );
}
