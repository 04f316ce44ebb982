import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { type Mask, maskOf } from '@vermilion/contract/labels/mask'
import type { PointerInput } from '../../editor/input.ts'
import type { Parts } from '../../editor/parts.ts'
import type { PixelArea } from '../../editor/pixels.ts'
import { flooded } from '../../shapes/flood.ts'
import { nothingShown } from '../tool.ts'
import type { Tool } from '../tool.ts'
import { areaAround } from './area.ts'
import { eraseMask, paintMask } from './commit.ts'
import { pressing } from './press-tool.ts'

/** Side in pixels of the preview area around the pointer. */
const PREVIEW_SIDE = 800
/** Maximum share of time for previews: input has priority. */
const PREVIEW_SHARE = 0.2
const NEAR = 2

interface WandState {
  kind: 'idle'
  preview: readonly Shape[]
  at: Point | null
  nextAt: number
}

const press = pressing((at, alt, parts) => {
  const mask = alikeAround(at, areaAround(parts, at), parts)
  return alt ? eraseMask(parts, mask) : paintMask(parts, mask, 'fill')
})

/** Paints the connected region of similar color around the press; with Alt, erases it. A preview is shown before the press. */
export const wandTool: Tool<WandState> = {
  ...press,
  id: 'wand',
  start: () => ({ kind: 'idle', preview: nothingShown.shapes, at: null, nextAt: 0 }),
  on(input, state, parts) {
    const outcome = press.on(input, state, parts)
    if (outcome === 'done' || outcome === 'cancelled') return outcome
    if (input.type === 'pointer-leave') return { ...state, preview: nothingShown.shapes, at: null }
    return input.type === 'pointer-move' ? passed(input, state, parts) : state
  },
  show: ({ preview }) => (preview.length === 0 ? nothingShown : { ...nothingShown, shapes: preview }),
}

function passed({ at: screen, alt }: PointerInput, state: WandState, parts: Parts): WandState {
  const at = parts.view.toImage(screen)
  const { width, height } = parts.document.image
  const labelId = parts.labels.current()?.id
  const isInside = at.x >= 0 && at.y >= 0 && at.x < width && at.y < height
  if (!isInside || alt || labelId === undefined) return { ...state, preview: nothingShown.shapes, at: null }
  const started = performance.now()
  const isNear = state.at !== null && Math.hypot(at.x - state.at.x, at.y - state.at.y) < NEAR
  if (isNear || started < state.nextAt) return state
  const mask = alikeAround(at, areaNear(at, parts), parts)
  const finishedAt = performance.now()
  const preview: readonly Shape[] = mask
    ? [{ id: 'wand', kind: 'mask', labelId, source: 'manual', mask }]
    : nothingShown.shapes
  return { ...state, preview, at, nextAt: finishedAt + (finishedAt - started) / PREVIEW_SHARE }
}

function areaNear({ x, y }: Point, { document }: Parts): Box {
  const [width, height] = [document.image.width, document.image.height].map((side) => Math.min(side, PREVIEW_SIDE))
  const start = (at: number, length: number, limit: number): number =>
    Math.max(0, Math.min(limit - length, Math.floor(at - length / 2)))
  return {
    x: start(x, width!, document.image.width),
    y: start(y, height!, document.image.height),
    width: width!,
    height: height!,
  }
}

function alikeAround(at: Point, area: Box, parts: Parts): Mask | null {
  const pixels = parts.pixels.read(area)
  if (!pixels) return null
  const within = { x: at.x - area.x, y: at.y - area.y }
  const filled = flooded(alike(pixels, within, parts.settings.get().tolerance), pixels.width, within)
  return filled && maskOf(filled, area)
}

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
