import type { IncomingMessage } from 'node:http'
import { fail } from '@vermilion/contract/kernel/errors'
import { maxServedPictureBytes } from '@vermilion/contract/models/serving'
import type { FastifyRequest } from 'fastify'
import type { Files } from '#areas/files'
import type { Visit } from './queue.ts'
import { fileOfForm } from './picture-form.ts'

const formSize = 64 * 1024
const maxTransferMs = 60_000
/** In milliseconds after a refusal, when the body continues. */
const closedAfter = 5_000

const tooLarge = () => fail('prediction.picture-too-large', { limit: `${maxServedPictureBytes / 1024 ** 2} MiB` })

interface BodyLimits {
  readonly limit: number
  readonly hold: Visit['hold']
  readonly patience?: number
}

/**
 * Fails as `prediction.picture-too-large`, `prediction.full` or `request.too-slow`, and discards the rest, so that the client
 * receives the response.
 */
export function bodyOf(raw: IncomingMessage, { limit, hold, patience = maxTransferMs }: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => refuse(fail('request.too-slow')), patience).unref()
  function refuse(error: unknown): void {
    stop()
    reject(error)
    raw.resume()
    setTimeout(() => raw.destroy(), closedAfter).unref()
  }
  const take = (part: Buffer) => {
    size += part.length
    try {
      if (size > limit) throw tooLarge()
      hold(part.length)
      parts.push(part)
    } catch (error) {
      refuse(error)
    }
  }
  const finish = () => {
    stop()
    resolve(Buffer.concat(parts, size))
  }
  const lose = () => {
    stop()
    reject(new Error('the sender of a picture left'))
  }
  function stop(): void {
    clearTimeout(timer)
    raw.off('data', take).off('end', finish).off('close', lose)
  }
  raw.on('error', lose)
  if (raw.destroyed && !raw.complete) lose()
  else raw.on('data', take).on('end', finish).on('close', lose)
  return promise
}

/** Takes the raw body of any media type, or a form's file. Fails as `prediction.picture-missing`, and as `bodyOf`. */
export async function readPicture({ headers, raw }: FastifyRequest, hold: Visit['hold']): Promise<Uint8Array> {
  const mediaType = headers['content-type'] ?? ''
  const isForm = /^multipart\/form-data\s*;/i.test(mediaType)
  const limit = maxServedPictureBytes + (isForm ? formSize : 0)
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const body = await bodyOf(raw, { limit, hold })
  const picture = isForm ? fileOfForm(body, mediaType) : body
  if (picture === undefined || picture.length === 0) throw fail('prediction.picture-missing')
  if (picture.length > maxServedPictureBytes) throw tooLarge()
  return picture
}

export async function readSpacePicture(
  files: Pick<Files, 'pictureBytes' | 'get'>,
  fileId: string,
  hold: Visit['hold'],
): Promise<Uint8Array> {
  if ((await files.get(fileId)).size > maxServedPictureBytes) throw tooLarge()
  return files.pictureBytes(fileId, hold)
}
