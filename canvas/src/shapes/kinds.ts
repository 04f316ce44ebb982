import type { LabelKind } from '@vermilion/contract/labels/index'
import { shapeModules } from './registry.ts'

const modules: Readonly<Record<LabelKind, { placeless?: true }>> = shapeModules

export const allKinds = Object.keys(shapeModules) as LabelKind[]

/** True for kinds that belong to the full image. */
export function isPlaceless(kind: LabelKind): boolean {
  return modules[kind].placeless === true
}
