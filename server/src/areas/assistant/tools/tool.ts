import type { DraftForm } from '@vermilion/contract/assistant/messages'
import type { Endpoint, EndpointInput, EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { Text } from '@vermilion/contract/kernel/text'

export type ToolCaller = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointResponse<E>>

export type ToolArguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: Text
  /** In English, for models. */
  readonly description: string
  /** True requires a user's approval. */
  readonly writes: boolean
  readonly destructive?: boolean
  /** The arguments fill this form, without a call. */
  readonly form?: DraftForm
  readonly creates?: 'task' | 'generation'
  schema(): object
  problemOf(input: ToolArguments): string | null
  request(input: ToolArguments): { readonly method: string; readonly path: string; readonly body: unknown } | null
  run(input: ToolArguments, call: ToolCaller): Promise<unknown>
}
