import { sceneLabels } from '@vermilion/contract/scenes'
import type { ObjectKind, SceneLabel, SceneObject } from '@vermilion/contract/scenes'

interface Truth {
  readonly mask: Uint8Array
  readonly instances: Uint16Array
  readonly objects: SceneObject[]
}

/** Minimum visible pixels of an object; smaller ones become background. */
export const minArea = 6

interface Extent {
  left: number
  top: number
  right: number
  bottom: number
  area: number
}

function extents(owners: Uint16Array, width: number, count: number): Extent[] {
  const results = Array.from({ length: count }, () => ({ left: width, top: Infinity, right: -1, bottom: -1, area: 0 }))
  for (let pixel = 0; pixel < owners.length; pixel += 1) {
    const owner = owners[pixel]!
    const extent = owner > 0 ? results[owner - 1] : undefined
    if (extent === undefined) continue
    const column = pixel % width
    const row = (pixel - column) / width
    if (column < extent.left) extent.left = column
    if (column > extent.right) extent.right = column
    if (row < extent.top) extent.top = row
    if (row > extent.bottom) extent.bottom = row
    extent.area += 1
  }
  return results
}

/** From the visible pixels of each object. `owners` holds numbers from 1 into `painted`, 0 for unlabeled ones. */
export function readTruth(
  owners: Uint16Array,
  width: number,
  painted: readonly { label: SceneLabel; kind: ObjectKind }[],
): Truth {
  const objects: SceneObject[] = []
  const renumber = new Uint16Array(painted.length + 1)
  const labelOf = new Uint8Array(painted.length + 1)
  extents(owners, width, painted.length).forEach((extent, index) => {
    const object = painted[index]
    if (object === undefined || extent.area < minArea) return
    const box = {
      x: extent.left,
      y: extent.top,
      width: extent.right - extent.left + 1,
      height: extent.bottom - extent.top + 1,
    }
    objects.push({ ...object, box, area: extent.area })
    renumber[index + 1] = objects.length
    labelOf[index + 1] = sceneLabels.indexOf(object.label) + 1
  })
  const mask = new Uint8Array(owners.length)
  const instances = new Uint16Array(owners.length)
  for (let pixel = 0; pixel < owners.length; pixel += 1) {
    const owner = owners[pixel]!
    if (owner === 0) continue
    mask[pixel] = labelOf[owner]!
    instances[pixel] = renumber[owner]!
  }
  return { mask, instances, objects }
}
