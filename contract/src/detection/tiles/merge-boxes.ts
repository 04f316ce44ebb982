import { boxArea, type Box } from '../../labels/box.ts'
import type { Size } from '../letterbox.ts'
import { byScore, maxPredictions, type Prediction } from '../prediction.ts'

/** The predictions of one tile, or of the full picture, in pixels of the picture. */
export interface TileFindings {
  tile: Box
  predictions: readonly Prediction[]
}

/** Smallest overlap, within the area that two tiles share, of two views of one object. */
const minOverlap = 0.5
/** Share of a tile's edge within which a box touches its border. */
const borderShare = 0.01

/** Share of the best view's score from which another counts for the extent. */
const minScoreShare = 0.5

interface View extends Prediction {
  readonly part: number
  /** True where the border of its tile may have cut the object. */
  readonly isCut: boolean
  readonly isFaint: boolean
}

interface Pair {
  readonly views: readonly [View, View]
  readonly overlap: number
  readonly faintViews: number
}

/**
 * Merges the findings of tiles: two of one label in different tiles are the same object where they agree in the area that both
 * tiles see. Pairs are merged by descending overlap, and an object has one view in a tile at most, so that neighbors and nested
 * objects stay apart. Predictions below `confidence` never change those above it.
 */
export function mergeTileBoxes(picture: Size, parts: readonly TileFindings[], confidence: number): Prediction[] {
  const views = parts.map(({ tile, predictions }, part) =>
    predictions.map((prediction): View => {
      const isCut = touchesInnerBorder(prediction.box, tile, picture)
      return { ...prediction, part, isCut, isFaint: prediction.score < confidence }
    }),
  )
  const groups = new Map<View, View[]>(views.flat().map((view) => [view, [view]]))
  for (const { views: pair, faintViews } of pairsOf(parts, views)) {
    const [one, other] = pair.map((view) => groups.get(view)!) as [View[], View[]]
    if (one === other || one.some(({ part }) => other.some((view) => view.part === part))) continue
    if (faintViews > 0 && hasSure(one) && hasSure(other)) continue
    one.push(...other)
    for (const view of other) groups.set(view, one)
  }
  const merged = byScore([...new Set(groups.values())].map(mergedView))
  return merged.filter(({ score }) => score >= confidence).concat(surestBelow(merged, confidence))
}

const hasSure = (views: readonly View[]) => views.some(({ isFaint }) => !isFaint)

function surestBelow(merged: readonly Prediction[], confidence: number): Prediction[] {
  const countByLabel = new Map<number, number>()
  return merged.filter(({ labelIndex, score }) => {
    const count = countByLabel.get(labelIndex) ?? 0
    countByLabel.set(labelIndex, count + 1)
    return score < confidence && count < maxPredictions
  })
}

function touchesInnerBorder(box: Box, tile: Box, picture: Size): boolean {
  const [across, down] = [tile.width, tile.height].map((edge) => Math.max(1, edge * borderShare)) as [number, number]
  return (
    (tile.x > 0 && box.x <= tile.x + across) ||
    (tile.y > 0 && box.y <= tile.y + down) ||
    (tile.x + tile.width < picture.width && box.x + box.width >= tile.x + tile.width - across) ||
    (tile.y + tile.height < picture.height && box.y + box.height >= tile.y + tile.height - down)
  )
}

function pairsOf(parts: readonly TileFindings[], views: readonly (readonly View[])[]): Pair[] {
  const pairs: Pair[] = []
  for (const [at, { tile }] of parts.entries())
    for (let next = at + 1; next < parts.length; next += 1) {
      const shared = intersectionOf(tile, parts[next]!.tile)
      if (shared === null) continue
      const others = Map.groupBy(clippedTo(shared, views[next]!), ({ view }) => view.labelIndex)
      for (const one of clippedTo(shared, views[at]!)) addPairs(pairs, one, others.get(one.view.labelIndex) ?? [])
    }
  return pairs.toSorted((a, b) => a.faintViews - b.faintViews || b.overlap - a.overlap)
}

interface Clipped {
  readonly view: View
  readonly box: Box
}

function clippedTo(area: Box, views: readonly View[]): Clipped[] {
  return views.flatMap((view) => {
    const box = intersectionOf(view.box, area)
    return box === null ? [] : [{ view, box }]
  })
}

/**
 * Agreement is the IoU; it is the share of the smaller within the other where the smaller is cut off and its visible extent
 * therefore unsure.
 */
function addPairs(pairs: Pair[], one: Clipped, others: readonly Clipped[]): void {
  const { x, y, width, height } = one.box
  for (const other of others) {
    const across = Math.min(x + width, other.box.x + other.box.width) - Math.max(x, other.box.x)
    const down = Math.min(y + height, other.box.y + other.box.height) - Math.max(y, other.box.y)
    if (across <= 0 || down <= 0) continue
    const shared = across * down
    const [own, area] = [width * height, boxArea(other.box)]
    const overlap = shared / (own + area - shared)
    const small = own <= area ? one : other
    if ((small.view.isCut ? shared / Math.min(own, area) : overlap) < minOverlap) continue
    const faintViews = Number(one.view.isFaint) + Number(other.view.isFaint)
    pairs.push({ views: [one.view, other.view], overlap, faintViews })
  }
}

function intersectionOf(a: Box, b: Box): Box | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** The most confident view of the full extent, else all parts together; views of far lower scores say nothing of it. */
function mergedView(views: readonly View[]): Prediction {
  const sure = hasSure(views) ? views.filter(({ isFaint }) => !isFaint) : views
  const [best] = byScore(sure)
  const likely = sure.filter(({ score }) => score >= best!.score * minScoreShare)
  const [full] = byScore(likely.filter(({ isCut }) => !isCut))
  return { labelIndex: best!.labelIndex, score: best!.score, box: full?.box ?? boxAround(likely.map(({ box }) => box)) }
}

function boxAround(boxes: readonly Box[]): Box {
  if (boxes.length === 1) return boxes[0]!
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
