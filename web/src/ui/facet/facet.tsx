import { onDemand, useOnDemand } from '../popup/on-demand.ts';
import { FacetFace, type FacetProps, facetClass, facetLabel } from './facet-face.tsx';

const CODE = onDemand(async () => (await import('./facet-popup.tsx')).FacetPopup);

/** A filter that accepts several values. Loads its list on demand. */
export function Facet<T extends string>(props: FacetProps<T>) {
  const { popup: Popup, opensAtOnce, placeholderProps } = useOnDemand(CODE);
  if (Popup !== undefined) return <Popup {...props} opensAtOnce={opensAtOnce} />;
  return (
    <button
      type="button"
      role="combobox"
      {...placeholderProps}
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={facetLabel(props)}
      className={facetClass(props)}
    >
      <FacetFace label={facetLabel(props)} />
    </button>
  );
}
