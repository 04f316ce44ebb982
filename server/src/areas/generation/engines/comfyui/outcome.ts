import { executionError, type HistoryEntry, type OutputFile } from './replies.ts'

/** `removed`: the server has lost the prompt. `empty`: it ran without an image. */
export type PromptOutcome =
  | { readonly kind: 'image'; readonly file: OutputFile }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' | 'removed' | 'empty' }

const maxReasonLength = 400

export function outcomeOf(entry: HistoryEntry | undefined, outputNode: string): PromptOutcome {
  if (entry === undefined) return { kind: 'removed' }
  const { status, outputs } = entry
  if (status && (status.status_str !== 'success' || !status.completed)) {
    const messages = new Map(status.messages.map(([name, values]) => [name, values]))
    if (messages.has('execution_interrupted')) return { kind: 'interrupted' }
    const error = executionError.safeParse(messages.get('execution_error'))
    return { kind: 'failed', reason: error.success ? reasonOf(error.data) : 'ComfyUI failed and did not say why' }
  }
  const [file] = outputs[outputNode]?.images ?? []
  return file === undefined ? { kind: 'empty' } : { kind: 'image', file }
}

function reasonOf(error: { node_id: string | number; node_type: string; exception_message: string }): string {
  const message = error.exception_message.replaceAll(/\s+/g, ' ').trim().slice(0, maxReasonLength)
  return `ComfyUI failed at ${error.node_type} (${error.node_id}): ${message}`
}
