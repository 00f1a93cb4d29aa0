import { classNames } from '../class-names.ts';
import { CONTROL_CLASS } from './control-class.ts';

export function selectClass(className: string | undefined): string {
  return classNames(CONTROL_CLASS, 'flex! items-center justify-between gap-2 text-left', className);
}
