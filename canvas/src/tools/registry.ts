import type { Parts } from '../editor/parts.ts'
import { drawBoxTool } from './draw-box/draw-box.ts'
import { selectTool } from './select/select.ts'
import { runTool } from './tool.ts'
import type { RunningTool } from './tool.ts'

/** The tools one can choose. Panning and nudging come with every one of them. */
export const tools = {
  select: (parts) => runTool(selectTool, parts),
  'draw-box': (parts) => runTool(drawBoxTool, parts),
} as const satisfies Record<string, (parts: Parts) => RunningTool>

export type ToolId = keyof typeof tools
