import type { DraftForm } from '@vermilion/contract/assistant/messages'
import type { Endpoint, EndpointInput, EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { Text } from '@vermilion/contract/kernel/text'

/** Calls endpoints as the person or the token that a tool is used by. */
export type ToolCaller = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointResponse<E>>

export type ToolArguments = Readonly<Record<string, unknown>>

/** What a tool changes: the very request that it makes. */
export interface ToolRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** One thing that a model can ask for. */
export interface Tool {
  readonly name: string
  readonly title: Text
  /** For models, which know English best. */
  readonly description: string
  /** It is made only once a person has approved it. */
  readonly writes: boolean
  /** What it writes cannot be taken back. */
  readonly destructive?: boolean
  /** Its arguments fill a form, and nothing is called. */
  readonly form?: DraftForm
  readonly creates?: 'task' | 'generation'
  /** JSON Schema of its arguments. */
  schema(): object
  /** What is wrong with arguments, in words for the model; null where nothing is. */
  problemOf(input: ToolArguments): string | null
  request(input: ToolArguments): ToolRequest | null
  run(input: ToolArguments, call: ToolCaller): Promise<unknown>
}
