import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { z } from 'zod'
import {
  ask,
  bearer,
  boundedList,
  describe,
  readJsonText,
  type ReceivedReply,
  TestFailed,
  type UsableService,
} from '#areas/settings'
import { ImageFailed } from '../engine.ts'
import { formOf } from '../form.ts'

/** Tries while a service is busy, and milliseconds of the first and longest wait. */
const maxTries = 6
const firstDelayMs = 1_000
const maxDelayMs = 60_000
const callTimeoutMs = 300_000
/** Maximum bytes of an image; base64 needs a third more. */
const maxImageBytes = 48 * 1_048_576

const imagesReply = z.object({
  data: boundedList(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).refine(
    (images) => images.length > 0,
  ),
})

type ImagesService = UsableService<'images-api'>

interface ImageRequest {
  readonly prompt: string
  readonly width: number
  readonly height: number
  readonly picture: Uint8Array | null
  readonly signal: AbortSignal
}

/**
 * OpenAI's POST /images/generations, or /images/edits with an initial image
 * (https://platform.openai.com/docs/api-reference/images). Respects 429 and Retry-After. A rejection becomes `ImageFailed`,
 * without the key.
 */
export async function requestImage({ settings }: ImagesService, request: ImageRequest): Promise<Buffer> {
  const { signal } = request
  try {
    for (let tries = 1; ; tries += 1) {
      const reply = await callOnce(settings, request)
      if (reply.status === 200) return await imageOfReply(reply.text, signal)
      const isBusy = reply.status === 429 || reply.status >= 500
      if (!isBusy || tries >= maxTries)
        throw new ImageFailed(`the service answered ${reply.status}: ${describe(reply)}`)
      await wait(delayOf(reply, tries), undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw new ImageFailed(withoutKey(messageOf(error), settings.key))
  }
}

function callOnce(settings: ImagesService['settings'], request: ImageRequest): Promise<ReceivedReply> {
  const { width, height, prompt, picture } = request
  const fields = { model: settings.model, prompt, n: 1, size: `${width}x${height}` }
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(callTimeoutMs)])
  const shared = { method: 'POST', maxBytes: (maxImageBytes / 3) * 4 + 65_536, signal } as const
  if (picture !== null) {
    const form = formOf(fields, { name: 'style.png', content: picture })
    const headers = { ...bearer(settings.key), ...form.headers }
    return ask({ ...shared, url: `${settings.url}/images/edits`, headers, body: form.body })
  }
  const headers = { ...bearer(settings.key), 'content-type': 'application/json' }
  return ask({ ...shared, url: `${settings.url}/images/generations`, headers, body: JSON.stringify(fields) })
}

function delayOf({ headers }: ReceivedReply, tries: number): number {
  const seconds = Number(headers['retry-after'])
  const isNamed = headers['retry-after'] !== undefined && Number.isFinite(seconds) && seconds >= 0
  return Math.min(isNamed ? seconds * 1_000 : firstDelayMs * 2 ** (tries - 1), maxDelayMs)
}

function messageOf(error: unknown): string {
  if (error instanceof TestFailed) return say(serviceFailures[error.failure], 'en-US', error.values)
  return error instanceof Error ? error.message : String(error)
}

/** Services may repeat a rejected key. */
const withoutKey = (text: string, key: string | null | undefined) => (key ? text.replaceAll(key, '***') : text)

async function imageOfReply(text: string, signal: AbortSignal): Promise<Buffer> {
  const parsed = imagesReply.safeParse(readJsonText(text))
  if (!parsed.success) throw new ImageFailed('the service answered without an image')
  const [image] = parsed.data.data
  if (image?.b64_json) return Buffer.from(image.b64_json, 'base64')
  const url = image?.url ? URL.parse(image.url) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ImageFailed('the service named no image')
  const reply = await ask({ url: url.href, headers: { accept: 'image/*' }, maxBytes: maxImageBytes, signal })
  if (reply.status !== 200) throw new ImageFailed(`the image at ${url.host} cannot be had: ${reply.status}`)
  return reply.content
}
