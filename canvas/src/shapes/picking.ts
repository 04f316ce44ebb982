import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../editor/parts.ts'
import { moduleOf } from './registry.ts'
import type { Handle } from './shape-module.ts'

/** Maximum distance from an outline that still hits, in CSS pixels. */
const NEAR = { mouse: 3, touch: 12 }
const NEAR_HANDLE = { mouse: 7, touch: 18 }

type Pointing = Pick<Parts, 'view' | 'index' | 'document' | 'selection' | 'appearance' | 'locks'>

/** Visible, unlocked shapes, best first: containing before near, small (inner) before large, upper before lower. */
export function shapesAt(parts: Pointing, screen: Point, touch = false): Shape[] {
  const tolerance = NEAR[touch ? 'touch' : 'mouse'] / parts.view.frame().scale
  const point = parts.view.toImage(screen)
  const around = { x: point.x - tolerance, y: point.y - tolerance, width: 2 * tolerance, height: 2 * tolerance }
  return parts.index
    .search(around)
    .filter((shape) => reachable(parts, shape) && moduleOf(shape).hits(shape, point, tolerance))
    .map((shape) => ({
      shape,
      beside: moduleOf(shape).hits(shape, point, 0) ? 0 : 1,
      area: moduleOf(shape).area(shape),
      rank: parts.document.rankOf(shape.id),
    }))
    .toSorted((a, b) => a.beside - b.beside || a.area - b.area || b.rank - a.rank)
    .map(({ shape }) => shape)
}

export function shapesTouching(parts: Pointing, area: Box): Shape[] {
  return parts.index.search(area).filter((shape) => reachable(parts, shape) && !moduleOf(shape).placeless)
}

export function reachable({ appearance, locks }: Pick<Parts, 'appearance' | 'locks'>, shape: Shape): boolean {
  return appearance.shows(shape) && !locks.holds(shape)
}

export function handleAt(parts: Pointing, screen: Point, touch = false): { shape: Shape; handle: Handle } | null {
  const id = parts.selection.only()
  const shape = id === null ? undefined : parts.document.get(id)
  if (!shape || !reachable(parts, shape)) return null
  const { scale } = parts.view.frame()
  const { width, height } = moduleOf(shape).bounds(shape)
  // Handles of tiny shapes shrink so that the middle still moves the shape.
  const inward = Math.max(2, (Math.min(width, height) * scale) / 4)
  const reachTolerance = NEAR_HANDLE[touch ? 'touch' : 'mouse']
  const inside = moduleOf(shape).hits(shape, parts.view.toImage(screen), 0)
  const tolerance = inside ? Math.min(reachTolerance, inward) : reachTolerance
  const near = moduleOf(shape)
    .handles(shape, scale)
    .map((handle) => ({ handle, distance: chebyshev(parts.view.toScreen(handle.at), screen) }))
    .filter(({ distance }) => distance <= tolerance)
    .toSorted((a, b) => a.distance - b.distance)[0]
  return near ? { shape, handle: near.handle } : null
}

export function handleUnder(parts: Pointing & Pick<Parts, 'pointer'>): { shape: Shape; handle: Handle } | null {
  const screen = parts.pointer()
  return screen && handleAt(parts, screen)
}

function chebyshev(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}
