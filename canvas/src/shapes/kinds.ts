import type { LabelKind } from '@vermilion/contract/labels/index'
import { shapeModules } from './registry.ts'

const modules: Readonly<Record<LabelKind, { placeless?: true }>> = shapeModules

export const allKinds = Object.keys(shapeModules) as LabelKind[]

export function isPlaceless(kind: LabelKind): boolean {
  return modules[kind].placeless === true
}
