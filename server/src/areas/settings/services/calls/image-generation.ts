import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { z } from 'zod'
import { ask } from './request.ts'
import { bearer, isSuccess, readJsonText, statusFailure, valuesOf } from './reply.ts'
import { TestFailed } from './test-failed.ts'

const stats = z.object({
  system: z.object({ comfyui_version: z.string().optional(), os: z.string().optional() }),
  devices: z.array(z.object({ name: z.string(), vram_total: z.number().nullish() })),
})

const gibibyte = 1_073_741_824

export async function testImageGeneration(
  { url, token }: ServiceSettings<'image-generation'>,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const reply = await ask({ url: `${url}/system_stats`, headers: bearer(token), signal })
  const parsed = stats.safeParse(readJsonText(reply.text))
  if (isSuccess(reply) && parsed.success) {
    const { system, devices } = parsed.data
    const names = devices.map(({ name, vram_total: memory }) =>
      typeof memory === 'number' && memory > 0 ? `${name} (${(memory / gibibyte).toFixed(1)} GiB)` : name,
    )
    return { version: system.comfyui_version ?? '--', system: system.os ?? '--', devices: names.join(', ') || '--' }
  }
  if (isSuccess(reply) || reply.status === 404) throw new TestFailed('not-comfyui', valuesOf(reply))
  throw statusFailure(reply, (token ?? null) !== null)
}
