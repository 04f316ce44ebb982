import { Readable } from 'node:stream'
import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { type Call, connect, type Connection, createCall } from '#platform/blobs/s3/connection'
import { failureOfBucket } from '#platform/blobs/s3/failure'
import { addressOf, type SentRequest } from '#platform/blobs/s3/presign'
import { newId } from '#platform/ids'
import { refuseMetadata, safeLookup } from './addresses.ts'
import { ask, type Question } from './request.ts'
import { TestFailed } from './test-failed.ts'

export type StorageSettings = ServiceSettings<'object-storage'>

const cleaningTime = 5_000

export async function testObjectStorage(settings: StorageSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const { bucket } = settings
  const facts: { system?: string } = {}
  const { client } = await connectStorage(settings, facts)
  const object = `vermilion-probe-${newId()}`
  const content = `A probe of Vermilion, to be deleted at once: ${object}`
  const [location, until] = [{ Bucket: bucket, Key: object }, { abortSignal: signal }]
  const remove = (abortSignal: AbortSignal) => client.deleteObject(location, { abortSignal })
  const read = async () => (await client.getObject(location, until)).Body?.transformToString() ?? ''

  await client.putObject({ ...location, Body: content }, until).catch(refuse(settings))
  const back = await read().catch(async (error: unknown) => {
    // The probe is deleted even when the caller is gone.
    await remove(AbortSignal.timeout(cleaningTime)).catch(() => undefined)
    return refuse(settings)(error)
  })
  const removalFailure = await remove(signal).then(() => undefined, failureOfStorage(settings))
  if (back !== content) throw new TestFailed('object-differs', { bucket })
  if (removalFailure !== undefined) throw new TestFailed('object-left', { object, ...removalFailure.values })
  return { bucket, ...facts }
}

export function connectStorage(settings: StorageSettings, facts: { system?: string } = {}): Promise<Connection> {
  return connect(accessOf(settings), keysOf(settings), requestsWithin(facts))
}

/** Calls of a bucket, which go to no forbidden address and are repeated. */
export function callBucket(settings: StorageSettings, bucket: string): Call {
  try {
    refuseMetadata(settings.endpoint)
  } catch {
    throw new StoreUnreachable(sayInBoth(serviceFailures['address-forbidden'], { place: settings.endpoint }))
  }
  const usual = { prefix: '', encryption: undefined, storageClass: undefined }
  return createCall({ ...accessOf(settings), ...usual, bucket }, keysOf(settings), safeLookup)
}

const accessOf = ({ endpoint, region, pathStyle: isPathStyle }: StorageSettings) => ({ endpoint, region, isPathStyle })
const keysOf = ({ accessKeyId, secretKey }: StorageSettings) => ({ accessKeyId, secretAccessKey: secretKey ?? '' })

type StorageRequest = SentRequest & Pick<Required<Question>, 'method' | 'body'>

/** Requests of the settings, which call no forbidden address, follow no redirect and read no more than they should. */
function requestsWithin(facts: { system?: string }) {
  return {
    async handle(sent: StorageRequest, { abortSignal }: { abortSignal?: unknown } = {}) {
      const { method, headers, body } = sent
      const reply = await ask({ method, url: addressOf(sent), headers, body, signal: abortSignal as AbortSignal })
      if (typeof reply.headers.server === 'string') facts.system = reply.headers.server
      const [statusCode, fields] = [reply.status, reply.headers as Record<string, string>]
      return { response: { statusCode, headers: fields, body: Readable.from([reply.content]) } }
    },
  }
}

export const failureOfStorage = (settings: StorageSettings) => (error: unknown) => {
  if (error instanceof TestFailed || !(error instanceof Error)) return error as TestFailed
  const { failure, values } = failureOfBucket(error, settings)
  return new TestFailed(failure, values)
}

const refuse = (settings: StorageSettings) => (error: unknown) => {
  throw failureOfStorage(settings)(error)
}
