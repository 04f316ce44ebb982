import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { z } from 'zod'
import { askOpenAi, notOpenAi } from './openai.ts'

const embeddings = z.object({ data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).length(2) })

export async function testEmbeddings(
  settings: ServiceSettings<'embeddings'>,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const body = {
    model: settings.model,
    input: ['a red ball on the floor', 'an empty corridor'],
    encoding_format: 'float',
  }
  const response = await askOpenAi(settings, '/embeddings', body, signal)
  const parsed = embeddings.safeParse(response)
  if (!parsed.success) throw notOpenAi(response)
  return { dimensions: String(parsed.data.data[0]?.embedding.length) }
}
