import { useState } from 'react';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { words } from './words.ts';
import { YearContent, type YearContentProps } from './year-content.tsx';

/** The past year by day, as a drawing or a table. */
export function YearPanel(content: YearContentProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={words.title}
      actions={<Switch checked={isTable} onChange={setTable} label={words.asTable} />}
      flush={isTable}
    >
      <YearContent {...content} isTable={isTable} />
    </Panel>
  );
}
