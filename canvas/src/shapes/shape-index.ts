import type { Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import RBush from 'rbush'
import { moduleOf } from './registry.ts'

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  shape: Shape
}

export interface ShapeIndex {
  load: (shapes: readonly Shape[]) => void
  put: (shape: Shape) => void
  remove: (id: string) => void
  /** In no particular order. */
  search: (area: Box) => Shape[]
}

export function createShapeIndex(shapes: readonly Shape[] = []): ShapeIndex {
  const tree = new RBush<Entry>()
  const entries = new Map<string, Entry>()

  function load(next: readonly Shape[]): void {
    tree.clear()
    entries.clear()
    for (const shape of next) entries.set(shape.id, entryOf(shape))
    tree.load([...entries.values()])
  }

  function remove(id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    tree.remove(entry)
    entries.delete(id)
  }

  load(shapes)
  return {
    load,
    remove,
    put(shape) {
      remove(shape.id)
      const entry = entryOf(shape)
      entries.set(shape.id, entry)
      tree.insert(entry)
    },
    search: ({ x, y, width, height }) =>
      tree.search({ minX: x, minY: y, maxX: x + width, maxY: y + height }).map((entry) => entry.shape),
  }
}

function entryOf(shape: Shape): Entry {
  const { x, y, width, height } = moduleOf(shape).bounds(shape)
  return { minX: x, minY: y, maxX: x + width, maxY: y + height, shape }
}
