import type { LabelKind } from '@vermilion/contract/labels/index'
import type { Parts } from '../editor/parts.ts'
import { drawBoxTool } from './draw-box/draw-box.ts'
import { freehandTool } from './outline/freehand.ts'
import { magneticTool } from './outline/magnetic.ts'
import { polygonTool } from './outline/polygon.ts'
import { lateTool } from './late-tool.ts'
import { brushTool, eraserTool } from './paint/brush.ts'
import { fillTool } from './paint/fill.ts'
import { wandTool } from './paint/wand.ts'
import { selectTool } from './select/select.ts'
import { runTool } from './tool.ts'
import type { RunningTool } from './tool.ts'

interface ChoosableTool {
  draws: readonly LabelKind[]
  start: (parts: Parts) => RunningTool
}

/** Selectable tools. Panning and nudging are available in all of them. */
export const tools = {
  select: { draws: [], start: (parts) => runTool(selectTool, parts) },
  'draw-box': { draws: ['box'], start: (parts) => runTool(drawBoxTool, parts) },
  polygon: { draws: ['polygon'], start: (parts) => runTool(polygonTool, parts) },
  freehand: { draws: ['polygon'], start: (parts) => runTool(freehandTool, parts) },
  magnetic: { draws: ['polygon'], start: (parts) => runTool(magneticTool, parts) },
  brush: { draws: ['mask'], start: (parts) => runTool(brushTool, parts) },
  eraser: { draws: ['mask'], start: (parts) => runTool(eraserTool, parts) },
  fill: { draws: ['mask'], start: (parts) => runTool(fillTool, parts) },
  wand: { draws: ['mask'], start: (parts) => runTool(wandTool, parts) },
  segment: {
    draws: ['mask', 'box'],
    start(parts) {
      // Clears the preview of the tool's last use.
      parts.segments.clear()
      return lateTool('segment', async () => runTool((await import('./segment/segment.ts')).segmentTool, parts))
    },
  },
} as const satisfies Record<string, ChoosableTool>

export type ToolId = keyof typeof tools

export function toolsFor(kinds: readonly LabelKind[]): ToolId[] {
  return (Object.keys(tools) as ToolId[]).filter((id) => {
    const draws: readonly LabelKind[] = tools[id].draws
    return draws.length === 0 || draws.some((kind) => kinds.includes(kind))
  })
}

export function drawingTool(kinds: readonly LabelKind[]): ToolId {
  return toolsFor(kinds).find((id) => tools[id].draws.length > 0) ?? 'select'
}
