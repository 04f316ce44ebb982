import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { tagAt } from '../../editor/labels.ts'
import type { LabelStyle } from '../../editor/labels.ts'
import type { Frame } from '../../editor/view.ts'
import { moduleOf } from '../../shapes/registry.ts'
import type { Context } from '../context.ts'
import { drawTag } from './draw-tag.ts'
import { suggestionDash, tagOfShape } from './suggestion-look.ts'

export interface ShapeStyle {
  frame: Frame
  labels: readonly LabelStyle[]
  focusedLabel: string | null
}

/** In CSS pixels of the screen, at any zoom. */
const LINE = 1.5
const HALO = 3.5
/** Minimum size of a shape with a tag; tags are omitted when too many shapes would hide the image. */
const SMALLEST_TAGGED = 12
const LARGEST_TAGGED_CROWD = 1500
/** Number of shapes beyond which dark halos cost more than they help. */
const LARGEST_HALOED_CROWD = 3000
const FAINT = 0.25
const FILL = 0.35
const UNKNOWN_COLOUR = '#9aa0a6'

/** Areas bottom up, so that masks cover each other in order; then outlines, dashed for suggestions; then tags. */
export function drawShapes(
  context: Context,
  shapes: readonly Shape[],
  { frame, labels, focusedLabel }: ShapeStyle,
): void {
  const positions = new Map(labels.map((label, position) => [label.id, position]))
  const faint = (labelId: string): number => (focusedLabel !== null && focusedLabel !== labelId ? FAINT : 1)
  for (const shape of shapes) {
    const colour = labels[positions.get(shape.labelId) ?? -1]?.colour ?? UNKNOWN_COLOUR
    const fill = { colour, alpha: FILL * faint(shape.labelId), isHatched: isSuggestion(shape) }
    moduleOf(shape).fill?.(context, shape, frame, fill)
  }
  for (const [labelId, group] of Map.groupBy(shapes, (shape) => shape.labelId)) {
    context.globalAlpha = faint(labelId)
    const position = positions.get(labelId) ?? -1
    const colour = labels[position]?.colour ?? UNKNOWN_COLOUR
    const style = { colour, haloed: shapes.length <= LARGEST_HALOED_CROWD }
    const outlined = group.filter(isOutlined)
    strokeOutlines(
      context,
      outlined.filter((shape) => !isSuggestion(shape)),
      frame,
      style,
    )
    strokeOutlines(context, outlined.filter(isSuggestion), frame, { ...style, dash: suggestionDash })
    if (shapes.length > LARGEST_TAGGED_CROWD) continue
    for (const shape of group) {
      const box = moduleOf(shape).bounds(shape)
      if (Math.min(box.width, box.height) * frame.scale < SMALLEST_TAGGED) continue
      const at = { x: box.x * frame.scale + frame.x, y: box.y * frame.scale + frame.y }
      drawTag(context, { ...tagOfShape(shape, tagAt(position)), colour, at })
    }
  }
  context.globalAlpha = 1
}

function isOutlined(shape: Shape): boolean {
  return moduleOf(shape).outlined !== false
}

function strokeOutlines(
  context: Context,
  shapes: readonly Shape[],
  frame: Frame,
  { colour, haloed, dash = [] }: { colour: string; haloed: boolean; dash?: readonly number[] },
): void {
  if (shapes.length === 0) return
  if (haloed) strokeAll(context, shapes, frame, { colour: 'rgb(0 0 0 / 40%)', line: HALO })
  context.setLineDash([...dash])
  strokeAll(context, shapes, frame, { colour, line: LINE })
  context.setLineDash([])
}

/** Thousands of rectangles in one path cost several times more than single strokes: `npm run bench canvas/frames`. */
function strokeAll(
  context: Context,
  shapes: readonly Shape[],
  frame: Frame,
  { colour, line }: { colour: string; line: number },
): void {
  context.strokeStyle = colour
  context.lineWidth = line
  context.beginPath()
  for (const shape of shapes) {
    const { stroke, trace } = moduleOf(shape)
    if (stroke) stroke(context, shape, frame)
    else trace(context, shape, frame)
  }
  context.stroke()
}
