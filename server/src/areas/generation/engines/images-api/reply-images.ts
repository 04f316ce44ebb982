import { z } from 'zod'
import { ask, boundedList, readJsonText } from '#areas/settings'
import { ImageFailed } from '../engine.ts'

/** Maximum bytes of an image; base64 needs a third more. */
export const maxImageBytes = 48 * 1_048_576

const imagesReply = z.object({
  data: boundedList(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).refine(
    (images) => images.length > 0,
  ),
})

export async function imageOfReply(text: string, signal: AbortSignal): Promise<Buffer> {
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
