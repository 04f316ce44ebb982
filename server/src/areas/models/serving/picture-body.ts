import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { largestServedPicture } from '@vermilion/contract/models/serving'
import type { FastifyRequest } from 'fastify'
import type { Files } from '#areas/files'

/** Bytes of a form beside its picture. */
const formSize = 64 * 1024

const tooLarge = () => fail('prediction.picture-too-large', { limit: `${largestServedPicture / 1024 ** 2} MiB` })

/** The bytes of what comes. Fails as `prediction.picture-too-large`. */
async function bytesOf(content: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > limit) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

/** The first file of a form. */
async function pictureOfForm(form: Buffer<ArrayBuffer>, mediaType: string): Promise<Uint8Array> {
  const fields = await new Response(form, { headers: { 'content-type': mediaType } }).formData().catch(() => undefined)
  const file = [...(fields?.values() ?? [])].find((value) => typeof value !== 'string')
  if (file === undefined) throw fail('prediction.picture-missing')
  if (file.size > largestServedPicture) throw tooLarge()
  return new Uint8Array(await file.arrayBuffer())
}

/**
 * The picture of a request: the bytes of its body, whatever it says they are, or a file of its form. Fails as
 * `prediction.picture-missing` or `prediction.picture-too-large`.
 */
export async function readPicture({ headers, raw }: FastifyRequest): Promise<Uint8Array> {
  const mediaType = headers['content-type'] ?? ''
  const isForm = /^multipart\/form-data\s*;/i.test(mediaType)
  const limit = largestServedPicture + (isForm ? formSize : 0)
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const body = (await bytesOf(raw as Readable, limit)) as Buffer<ArrayBuffer>
  if (body.length === 0) throw fail('prediction.picture-missing')
  return isForm ? pictureOfForm(body, mediaType) : body
}

/** The picture of a data space. Fails as `file.not-found` or `prediction.picture-too-large`. */
export async function readSpacePicture(files: Pick<Files, 'content' | 'get'>, fileId: string): Promise<Uint8Array> {
  if ((await files.get(fileId)).size > largestServedPicture) throw tooLarge()
  return bytesOf(await (await files.content(fileId, true)).open(), largestServedPicture)
}
