import type { Project } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

/**
 * Button that deletes a project. For the default project and projects with monitors, the button explains why they can't
 * be deleted.
 */
export function DeleteProject({ project }: { readonly project: Project }) {
  const [isConfirming, setConfirming] = useState(false);
  const mayChange = useHasRole('member');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const reason = project.isDefault
    ? words.delete.isDefault
    : project.monitors > 0
      ? words.delete.notEmpty
      : null;
  async function remove(): Promise<void> {
    try {
      await api.projects.delete(project.shortID);
      toast({ title: words.delete.done(project.name) });
      await navigate({ to: '/projects' });
      await cache.invalidateQueries({ queryKey: projectsQuery.queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  if (!mayChange) return null;
  return (
    <>
      <IconButton
        variant="plain"
        label={reason ?? words.delete.action}
        disabled={reason !== null}
        onClick={() => setConfirming(true)}
      >
        <Icon name="trash" />
      </IconButton>
      <Confirm
        open={isConfirming}
        title={words.delete.title(project.name)}
        action={uiWords.delete}
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      >
        {words.delete.text}
      </Confirm>
    </>
  );
}
