import type { Point } from '@vermilion/contract/labels/box'
import { maskOf } from '@vermilion/contract/labels/mask'
import type { PixelArea } from '../../editor/pixels.ts'
import { flooded } from '../../shapes/flood.ts'
import { areaAround } from './area.ts'
import { eraseMask, paintMask } from './commit.ts'
import { pressTool } from './press-tool.ts'

/** Paints all that hangs together around the pressed pixel and is about of its colour; with Alt, erases it. */
export const wandTool = pressTool('wand', (at, alt, parts) => {
  const area = areaAround(parts, at)
  const pixels = parts.pixels.read(area)
  if (!pixels) return 'cancelled'
  const within = { x: at.x - area.x, y: at.y - area.y }
  const filled = flooded(alike(pixels, within, parts.settings.get().tolerance), pixels.width, within)
  const mask = filled && maskOf(filled, area)
  return alt ? eraseMask(parts, mask) : paintMask(parts, mask, 'fill')
})

/** 1 where red, green and blue are each within the tolerance of those at a point. */
function alike({ data, width }: PixelArea, { x, y }: Point, tolerance: number): Uint8Array {
  const start = (Math.floor(y) * width + Math.floor(x)) * 4
  const [red, green, blue] = [data[start]!, data[start + 1]!, data[start + 2]!]
  const matches = new Uint8Array(data.length / 4)
  for (let at = 0, index = 0; at < data.length; at += 4, index += 1) {
    if (Math.abs(data[at]! - red) > tolerance) continue
    if (Math.abs(data[at + 1]! - green) > tolerance) continue
    if (Math.abs(data[at + 2]! - blue) <= tolerance) matches[index] = 1
  }
  return matches
}
