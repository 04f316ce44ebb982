import { type ItemFinding, itemFindings } from '@vermilion/contract/datasets/items'
import { gridSide, itemReportEdges } from '@vermilion/contract/datasets/report'
import type { Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import { overlapping } from './overlapping.ts'

export interface Geometry {
  bounded: number
  readonly sizes: Map<number, number>
  readonly positions: Map<number, number>
  readonly aspects: Map<number, number>
  readonly findings: Map<ItemFinding, number>
}

/** Pixels; a narrower or lower shape is probably a mistake. */
const tinySide = 3
/** Pixels that a shape may extend over the edge. */
const margin = 1

interface Image {
  readonly width: number
  readonly height: number
}

export function geometryOf(shapes: readonly Shape[], image: Image): Geometry {
  const geometry: Geometry = {
    bounded: 0,
    sizes: new Map(),
    positions: new Map(),
    aspects: new Map(),
    findings: new Map(),
  }
  const bounded = shapes.flatMap((shape) => {
    const bounds = shapeBounds(shape)
    return bounds === null ? [] : [{ labelId: shape.labelId, bounds }]
  })
  for (const { bounds } of bounded) {
    geometry.bounded += 1
    count(geometry.sizes, cellOf(itemReportEdges.size, bounds.width / image.width, bounds.height / image.height))
    const centre = [(bounds.x + bounds.width / 2) / image.width, (bounds.y + bounds.height / 2) / image.height] as const
    count(geometry.positions, cellOf(itemReportEdges.position, ...centre))
    if (bounds.height > 0) count(geometry.aspects, rangeOf(itemReportEdges.aspect, bounds.width / bounds.height))
    if (Math.min(bounds.width, bounds.height) < tinySide) count(geometry.findings, 'tiny')
    if (isOutside(bounds, image)) count(geometry.findings, 'outside')
  }
  const overlaps = overlapping(bounded)
  if (overlaps > 0) geometry.findings.set('overlapping', overlaps)
  return geometry
}

/** The cells and ranges of an image's shapes as bits in hexadecimal: 16 digits, 16 digits, 2 digits. */
export function cellsText({ bounded, sizes, positions, aspects }: Geometry): string {
  if (bounded === 0) return ''
  return digits(sizes, 64) + digits(positions, 64) + digits(aspects, 8)
}

export function findingBits({ findings }: Geometry): number {
  return [...findings.keys()].reduce((bits, finding) => bits | (1 << itemFindings.indexOf(finding)), 0)
}

/** The index of the range that contains a number; smaller numbers belong to the first. */
export function rangeOf(edges: readonly number[], value: number): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => value >= edge),
  )
}

function cellOf(edges: readonly number[], across: number, down: number): number {
  return rangeOf(edges, down) * gridSide + rangeOf(edges, across)
}

function isOutside({ x, y, width, height }: Box, image: Image): boolean {
  return x < -margin || y < -margin || x + width > image.width + margin || y + height > image.height + margin
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The first digit has the first four bits. */
function digits(counts: ReadonlyMap<number, number>, length: number): string {
  const nibbles = Array.from({ length: length / 4 }, () => 0)
  for (const bit of counts.keys()) nibbles[bit >> 2] = (nibbles[bit >> 2] ?? 0) | (1 << (bit & 3))
  return nibbles.map((nibble) => nibble.toString(16)).join('')
}
