import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { BundledPackage } from './parts.ts';

/** Returns the bill of materials of a package as CycloneDX JSON (https://cyclonedx.org). */
export function sbomOf(
  { name, version, builtAt }: { readonly name: string; readonly version: string; readonly builtAt: Date },
  parts: readonly BundledPackage[],
): string {
  const bom = new Models.Bom();
  bom.metadata.timestamp = builtAt;
  bom.metadata.component = component({ name, version, license: 'Apache-2.0', licenseText: null });
  for (const part of parts) bom.components.add(component(part));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function component({ name, version, license }: BundledPackage): Models.Component {
  const result = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    bomRef: `${name}@${version}`,
  });
  result.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  if (license !== null) result.licenses.add(new Models.LicenseExpression(license));
  return result;
}
