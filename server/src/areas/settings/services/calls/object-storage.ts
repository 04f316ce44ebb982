import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { newId } from '#platform/ids'
import { ask, type Reply } from './request.ts'
import { isSuccess, valuesOf } from './reply.ts'
import { sign } from './signature.ts'
import { TestFailed } from './test-failed.ts'

type StorageSettings = ServiceSettings<'object-storage'>

const cleaningTime = 5_000

export async function testObjectStorage(settings: StorageSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const { bucket } = settings
  const object = `vermilion-probe-${newId()}`
  const content = `A probe of Vermilion, to be deleted at once: ${object}`
  const send = (method: 'PUT' | 'GET' | 'DELETE', body?: string, until = signal) => {
    const url = objectAddress(settings, object)
    const headers = sign({ method, url, body }, { ...settings, secretKey: settings.secretKey ?? '' }, new Date())
    return ask({ method, url, headers: { ...headers, accept: '*/*' }, body, signal: until })
  }
  const written = await send('PUT', content)
  if (!isSuccess(written)) throw storageFailure(settings, written)
  const back = await send('GET').catch(async (error: unknown) => {
    // The probe is deleted even when the caller is gone.
    await send('DELETE', undefined, AbortSignal.timeout(cleaningTime)).catch(() => undefined)
    throw error
  })
  const deleted = await send('DELETE')
  if (!isSuccess(back)) throw storageFailure(settings, back)
  if (back.text !== content) throw new TestFailed('object-differs', { bucket })
  if (!isSuccess(deleted)) throw new TestFailed('object-left', { object, ...valuesOf(deleted) })
  const { server } = back.headers
  return { bucket, ...(typeof server === 'string' ? { system: server } : {}) }
}

function objectAddress({ endpoint, bucket, pathStyle }: StorageSettings, object: string): string {
  const url = new URL(endpoint)
  const folder = url.pathname.replace(/\/$/, '')
  if (pathStyle) return `${url.origin}${folder}/${bucket}/${object}`
  return `${url.protocol}//${bucket}.${url.host}${folder}/${object}`
}

function storageFailure(settings: StorageSettings, reply: Reply): TestFailed {
  const code = /<Code>(\w+)<\/Code>/.exec(reply.text)?.[1]
  const { bucket } = settings
  const reported = valuesOf(reply)
  const header = reply.headers['x-amz-bucket-region']
  const region = typeof header === 'string' ? header : /<Region>([\w-]+)<\/Region>/.exec(reply.text)?.[1]
  if (region !== undefined && region !== settings.region) return new TestFailed('region-wrong', { bucket, region })
  if (code === 'NoSuchBucket') return new TestFailed('bucket-missing', { bucket })
  if (code === 'RequestTimeTooSkewed') return new TestFailed('clock-wrong', reported)
  if (code === 'AccessDenied') return new TestFailed('forbidden', reported)
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId' || reply.status === 401)
    return new TestFailed('key-refused', reported)
  if (code === undefined) return new TestFailed('not-s3', reported)
  return new TestFailed(reply.status >= 500 ? 'failed' : 'refused', reported)
}
