import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { undoNewest, useToast } from '../../ui/toasts.tsx';
import { NAVIGATION_ITEMS } from '../navigation.ts';
import { onHelp, onPalette, openHelp, openPalette } from '../palette/commands.ts';
import { keepTyped } from '../palette/typed-ahead.ts';
import { words } from '../words.ts';
import { useShortcuts } from './keyboard.ts';

/**
 * Delay before the palette is preloaded: long enough for the first page to load, and too short for most people to start
 * typing.
 */
const PALETTE_AFTER_MS = 1000;

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

export function KeyboardLayer() {
  const navigate = useNavigate();
  const mayCreate = useHasRole('member');
  const [palette, setPalette] = useState<'unknown' | 'open' | 'closed'>('unknown');
  const [help, setHelp] = useState<'unknown' | 'open' | 'closed'>('unknown');
  useEffect(() => {
    // Ignores a failure, because opening the palette tries again.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(
    () =>
      onPalette(() => {
        // If the palette is open, it already has the focus and receives the typed keys itself.
        if (palette !== 'open') keepTyped();
        setPalette('open');
      }),
    [palette],
  );
  useEffect(() => onHelp(() => setHelp('open')), []);
  const toast = useToast();
  useShortcuts({
    palette: openPalette,
    search: openPalette,
    help: openHelp,
    undo: () => {
      if (!undoNewest()) toast({ title: words.nothingToUndo });
    },
    create: mayCreate ? () => void navigate({ to: '/monitors/new' }) : undefined,
    'go:/wallboard': () => void navigate({ to: '/wallboard' }),
    ...Object.fromEntries(NAVIGATION_ITEMS.map(({ to }) => [`go:${to}`, () => void navigate({ to })])),
  });
  return (
    <>
      <Suspense fallback={<LoadingDialog label={words.search} />}>
        {palette === 'unknown' ? null : (
          <Palette open={palette === 'open'} onClose={() => setPalette('closed')} />
        )}
      </Suspense>
      <Suspense fallback={<LoadingDialog label={words.keys} />}>
        {help === 'unknown' ? null : <HelpDialog open={help === 'open'} onClose={() => setHelp('closed')} />}
      </Suspense>
    </>
  );
}

/** Placeholder for a dialog that is loading. Until the dialog has loaded, keys don't trigger shortcuts of the page. */
function LoadingDialog({ label }: { readonly label: string }) {
  return <div role="dialog" aria-busy="true" aria-label={label} className="sr-only" />;
}
