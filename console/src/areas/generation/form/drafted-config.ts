import { assistantEndpoints } from '@vermilion/contract/assistant'
import { type GenerationConfig, generationConfig } from '@vermilion/contract/generations/config'
import { call } from '#lib/api.ts'

export async function readDraftedConfig(callId: string, signal: AbortSignal): Promise<GenerationConfig | null> {
  const { form, arguments: values } = await call(assistantEndpoints.getToolCall, { params: { callId } }, { signal })
  return form === 'generation' ? (generationConfig.safeParse(values['config']).data ?? null) : null
}
