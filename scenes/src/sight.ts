import { nearestFirst } from './composition.ts'
import type { Composition } from './composition.ts'
import { tileSide, viewBody } from './rendering/body-view.ts'
import type { BodyView } from './rendering/body-view.ts'
import type { Area } from './rendering/camera.ts'
import { claimStain } from './rendering/stain.ts'
import { minArea } from './truth.ts'

interface Silhouette {
  readonly owner: number
  readonly area: Area
  has(column: number, row: number): boolean
}

const [unknown, absent, present] = [0, 1, 2]

function createSilhouette(owner: number, view: BodyView): Silhouette {
  const { area } = view
  const width = area.right - area.left
  const results = new Uint8Array(width * (area.bottom - area.top))
  let [tileLeft, tileTop, isTileEmpty] = [-1, -1, false]

  function probe(column: number, row: number): boolean {
    const left = column - ((column - area.left) % tileSide)
    const top = row - ((row - area.top) % tileSide)
    if (left !== tileLeft || top !== tileTop) {
      isTileEmpty = !view.turnTo(left, top)
      tileLeft = left
      tileTop = top
    }
    return !isTileEmpty && view.isShown(column, row)
  }

  return {
    owner,
    area,
    has(column, row) {
      if (column < area.left || column >= area.right || row < area.top || row >= area.bottom) return false
      const at = (row - area.top) * width + column - area.left
      if (results[at] === unknown) results[at] = probe(column, row) ? present : absent
      return results[at] === present
    },
  }
}

/** Predicts by owner number whether an object will be visible, with few pixels and no lighting. */
export function createSight({ camera, interior, noise, stains, bodies }: Composition): (owner: number) => boolean {
  const silhouettes = nearestFirst(bodies).map(({ placedBody, owner }) =>
    createSilhouette(owner, viewBody(camera, placedBody, noise)),
  )
  /** Per pixel: index plus one of the nearest body known to show; 0 for none. */
  const nearestBody = new Uint16Array(camera.width * camera.height)
  let dirt: Uint16Array | undefined

  function isHidden(column: number, row: number, index: number): boolean {
    const pixel = row * camera.width + column
    if (nearestBody[pixel]! > 0 && nearestBody[pixel]! <= index) return true
    const nearer = silhouettes.findIndex((silhouette, at) => at < index && silhouette.has(column, row))
    if (nearer >= 0) nearestBody[pixel] = nearer + 1
    return nearer >= 0
  }

  function isBodySeen(index: number): boolean {
    const silhouette = silhouettes[index]!
    return hasPixels(silhouette.area, (column, row) => {
      const at = nearestBody[row * camera.width + column]!
      return !(at > 0 && at <= index) && silhouette.has(column, row) && !isHidden(column, row, index)
    })
  }

  function paintDirt(): Uint16Array {
    const owners = new Uint16Array(camera.width * camera.height)
    for (const { owner, ...placedStain } of stains) claimStain(camera, interior, placedStain, owner, owners)
    return owners
  }

  function isDirtSeen(owner: number): boolean {
    dirt ??= paintDirt()
    let pixels = 0
    for (let at = dirt.indexOf(owner); at >= 0 && pixels < minArea; at = dirt.indexOf(owner, at + 1)) {
      const column = at % camera.width
      if (!isHidden(column, (at - column) / camera.width, silhouettes.length)) pixels += 1
    }
    return pixels >= minArea
  }

  return (owner) => {
    const index = silhouettes.findIndex((silhouette) => silhouette.owner === owner)
    return index < 0 ? isDirtSeen(owner) : isBodySeen(index)
  }
}

function hasPixels(area: Area, isSo: (column: number, row: number) => boolean): boolean {
  for (const apart of [tileSide, 1]) {
    let pixels = 0
    for (let row = area.top + (apart >> 1); row < area.bottom; row += apart) {
      for (let column = area.left + (apart >> 1); column < area.right; column += apart) {
        if (isSo(column, row)) pixels += 1
        if (pixels >= minArea) return true
      }
    }
  }
  return false
}
