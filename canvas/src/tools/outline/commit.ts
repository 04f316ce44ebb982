import type { Point } from '@vermilion/contract/labels/box'
import type { ShapeOf } from '@vermilion/contract/labels/index'
import { ringArea } from '@vermilion/contract/labels/polygon'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import type { Parts } from '../../editor/parts.ts'
import type { OutlineUse } from '../../editor/settings.ts'
import { combinedMasks } from '../../shapes/mask-runs.ts'
import { combined } from '../../shapes/clipping.ts'
import { tidyRing } from '../../shapes/rings.ts'

type Area = ShapeOf<'polygon'> | ShapeOf<'mask'>

/** In square pixels; smaller outlines are discarded. */
const LEAST_AREA = 2

export function purposeOf({ settings }: Parts, alt: boolean): OutlineUse {
  return alt ? 'subtract' : settings.get().outlineUse
}

/** One step: changes the selected shape, or without a suitable one adds a polygon, so that no outline is lost. */
export function commitOutline(
  parts: Parts,
  points: readonly Point[],
  use: OutlineUse,
  id: string,
): 'done' | 'cancelled' {
  const ring = tidyRing(points, parts.document.image)
  if (ring.length < 6 || Math.abs(ringArea(ring)) < LEAST_AREA) return 'cancelled'
  const target = targetOf(parts)
  if (target && use !== 'shape') return change(parts, target, ring, use)
  const label = parts.labels.current()
  if (!label) return 'cancelled'
  const drawn: ShapeOf<'polygon'> = {
    id,
    kind: 'polygon',
    labelId: label.id,
    source: 'manual',
    polygon: { rings: [ring] },
  }
  parts.document.change('draw', (draft) => draft.put(drawn))
  parts.selection.setDrawn(id)
  return 'done'
}

function targetOf({ selection, document, locks, appearance }: Parts): Area | null {
  const shape = document.get(selection.only() ?? '')
  if (!shape || locks.holds(shape) || !appearance.shows(shape)) return null
  return 'polygon' in shape || 'mask' in shape ? shape : null
}

function change(parts: Parts, target: Area, ring: number[], use: 'add' | 'subtract'): 'done' | 'cancelled' {
  const changed = changedBy(target, ring, use === 'add' ? 'unite' : 'subtract', parts.document.image)
  const label = use === 'add' ? 'unite' : 'subtract'
  parts.document.change(label, (draft) => (changed ? draft.put(changed) : draft.remove([target.id])))
  return 'done'
}

function changedBy(
  target: Area,
  ring: number[],
  operation: 'unite' | 'subtract',
  image: { width: number; height: number },
): Area | null {
  const drawn = { rings: [ring] }
  if ('polygon' in target) {
    const polygon = combined(target.polygon, drawn, operation)
    return polygon && { ...target, polygon }
  }
  const painted = maskOfRings(drawn.rings, image)
  const mask = painted && combinedMasks(target.mask, painted, operation)
  return painted === null ? target : mask && { ...target, mask }
}
