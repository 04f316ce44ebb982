import type { ToolCall } from '@vermilion/contract/assistant/messages'
import type { ToolCaller, Tool, ToolArguments } from '../tools/tool.ts'
import { presentResult } from '../tools/present.ts'

const timeoutMs = 90_000

export async function runTool(
  tool: Tool,
  input: ToolArguments,
  call: ToolCaller,
  signal: AbortSignal,
): Promise<Pick<ToolCall, 'status' | 'result' | 'created'>> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await Promise.race([tool.run(input, call), rejection(until)])
    const created = tool.creates === undefined ? null : idOf(response)
    return {
      status: 'done',
      result: presentResult(response),
      created: created === null || tool.creates === undefined ? null : { kind: tool.creates, id: created },
    }
  } catch (error) {
    return { status: 'failed', result: error instanceof Error ? error.message : String(error), created: null }
  }
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const give = () => reject(new Error('it was stopped, or took too long'))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })

function idOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('id' in response)) return null
  return typeof response.id === 'string' ? response.id : null
}
