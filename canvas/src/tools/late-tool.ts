import { nothingShown } from './tool.ts'
import type { RunningTool } from './tool.ts'

/** A tool whose code comes when it is first taken in hand; until then, and while the server is away, it does nothing. */
export function lateTool(id: string, load: () => Promise<RunningTool>): RunningTool {
  let tool: RunningTool | null = null
  load().then(
    (loaded) => void (tool = loaded),
    () => undefined,
  )
  return {
    id,
    on: (input) => tool?.on(input) ?? 'idle',
    busy: () => tool?.busy() ?? false,
    cursor: () => tool?.cursor() ?? 'crosshair',
    show: () => tool?.show() ?? nothingShown,
    wants: (combination) => tool?.wants(combination) ?? false,
    waits: () => tool?.waits() ?? false,
  }
}
