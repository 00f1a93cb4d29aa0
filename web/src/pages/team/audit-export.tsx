import type { AuditEntry } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf } from '../../data/client.ts';
import type { AuditFilter } from '../../data/team/audit.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { saveFile } from '../../ui/window/save-file.ts';
import { auditCSV } from './audit-csv.ts';
import { words } from './words.ts';

const { audit: text } = words;

/** Maximum entries in an exported file. */
const EXPORTED_MAX = 20_000;

/** Saves the newest entries that match the filters as a file. */
export function AuditExport({ filter: { actor, action } }: { readonly filter: AuditFilter }) {
  const toast = useToast();
  const save = useMutation({
    async mutationFn() {
      const entries: AuditEntry[] = [];
      for await (const entry of api.audit.all({ limit: 500, actor, action })) {
        if (entries.length === EXPORTED_MAX) return { entries, isCut: true };
        entries.push(entry);
      }
      return { entries, isCut: false };
    },
    onSuccess({ entries, isCut }) {
      saveFile(text.fileName, new TextEncoder().encode(auditCSV(entries)));
      if (isCut) toast({ title: text.exportCut(EXPORTED_MAX) });
    },
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
  });
  return (
    <Button needsService busy={save.isPending} onClick={() => save.mutate()} className="md:ml-auto">
      <Icon name="download" />
      {text.export}
    </Button>
  );
}
