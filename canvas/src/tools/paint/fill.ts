import type { Box, Point } from '@vermilion/contract/labels/box'
import { maskOf } from '@vermilion/contract/labels/mask'
import type { Mask } from '@vermilion/contract/labels/mask'
import type { Parts } from '../../editor/parts.ts'
import { combinedMasks, maskOfStretches } from '../../shapes/mask-runs.ts'
import { flooded } from '../../shapes/flood.ts'
import { areaAround } from './area.ts'
import { masksOf, paintMask } from './commit.ts'
import { pressTool } from './press-tool.ts'

/** Fills the connected region that no visible mask covers: a hole, a gap between masks, or the rest of the image. */
export const fillTool = pressTool('fill', (at, _alt, parts) => {
  const area = areaAround(parts, at)
  const within: Point = { x: at.x - area.x, y: at.y - area.y }
  const filled = flooded(bareIn(area, parts), area.width, within)
  return paintMask(parts, filled && maskOf(filled, area), 'fill')
})

function bareIn(area: Box, parts: Parts): Uint8Array {
  const bare = new Uint8Array(area.width * area.height).fill(1)
  const window = maskOfStretches([0, area.width * area.height], area)
  for (const shape of masksOf(parts, false)) {
    const covered = window && combinedMasks(window, shape.mask, 'intersect')
    if (covered) clear(bare, area, covered)
  }
  return bare
}

function clear(bare: Uint8Array, area: Box, mask: Mask): void {
  let at = 0
  for (const [index, count] of mask.counts.entries()) {
    for (let from = at; index % 2 === 1 && from < at + count;) {
      const row = Math.floor(from / mask.width)
      const to = Math.min(at + count, (row + 1) * mask.width)
      const offset = (row + mask.y - area.y) * area.width + mask.x - area.x - row * mask.width
      bare.fill(0, from + offset, to + offset)
      from = to
    }
    at += count
  }
}
