import type { LabelKind } from '@vermilion/contract/labels/index'
import { shapeModules } from './registry.ts'

const modules: Readonly<Record<LabelKind, { placeless?: true }>> = shapeModules

/** Every kind that the canvas knows. */
export const allKinds = Object.keys(shapeModules) as LabelKind[]

/** Whether shapes of a kind belong to the whole image and have no place in it. */
export function isPlaceless(kind: LabelKind): boolean {
  return modules[kind].placeless === true
}
