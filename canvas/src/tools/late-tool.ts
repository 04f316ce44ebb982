import { nothingShown } from './tool.ts'
import type { RunningTool } from './tool.ts'

/** A tool whose code loads on first use; until then it does nothing. Failed loading is retried on the next input. */
export function lateTool(id: string, load: () => Promise<RunningTool>): RunningTool {
  let tool: RunningTool | null = null
  let isLoading = false
  const begin = () => {
    if (tool !== null || isLoading) return
    isLoading = true
    load().then(
      (loaded) => void (tool = loaded),
      () => void (isLoading = false),
    )
  }
  begin()
  return {
    id,
    on(input) {
      begin()
      return tool?.on(input) ?? 'idle'
    },
    busy: () => tool?.busy() ?? false,
    cursor: () => tool?.cursor() ?? 'crosshair',
    show: () => tool?.show() ?? nothingShown,
    wants: (combination) => tool?.wants(combination) ?? false,
    waits: () => tool?.waits() ?? false,
  }
}
