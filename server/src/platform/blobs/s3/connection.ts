import type { LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type * as Library from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../../config.ts'
import { StoreUnreachable } from '../blob-store.ts'
import { hasCode } from '../folder-file.ts'
import { failureOfBucket, problemOfBucket, statusOf } from './failure.ts'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface Connection {
  readonly client: Library.S3
  readonly library: typeof Library
}

type CalledBucket = Pick<BucketAccess, 'bucket' | 'endpoint' | 'region' | 'isPathStyle'>

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** A call without an answer may still be carried out later, after whatever comes next. */
  readonly isRepeatedUnanswered?: boolean
}

export type Call = <Result>(
  action: string,
  work: (connection: Connection) => Promise<Result>,
  options?: CallOptions,
) => Promise<Result>

const maxAttempts = 6
/** Milliseconds. */
const [firstWait, longestWait] = [100, 10_000]

/** Loads the client with the first call. Keys are found by the standard chain of AWS unless given. */
export function createCall(access: CalledBucket, keys?: Keys, lookup?: LookupFunction): Call {
  let connecting: Promise<Connection> | undefined

  return async (action, work, { signal, isRepeatedUnanswered = true } = {}) => {
    const connection = await (connecting ??= connect(access, keys, requestsOf(lookup)))
    for (let attempt = 1; ; attempt += 1)
      try {
        return await work(connection)
      } catch (error) {
        signal?.throwIfAborted()
        if (attempt === maxAttempts || !isPassing(error, isRepeatedUnanswered)) throw explained(error, action, access)
        // Of random length, so that those who were turned away together do not come back together.
        await delay(Math.random() * Math.min(longestWait, firstWait * 2 ** attempt), undefined, { signal })
      }
  }
}

function requestsOf(lookup?: LookupFunction) {
  const agent = { maxSockets: 64, ...(lookup && { lookup }) }
  const times = { connectionTimeout: 10_000, socketTimeout: 60_000, socketAcquisitionWarningTimeout: 600_000 }
  return { ...times, httpAgent: agent, httpsAgent: agent }
}

export async function connect(
  { endpoint, region, isPathStyle: forcePathStyle }: Omit<CalledBucket, 'bucket'>,
  keys?: Keys,
  requestHandler: Library.S3ClientConfig['requestHandler'] = requestsOf(),
): Promise<Connection> {
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(keys && { credentials: keys }),
    forcePathStyle,
    maxAttempts: 1,
    // It says to the console what is thrown as well.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler,
  })
  return { client, library }
}

const passingNames = ['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown', 'TimeoutError', 'InternalError']
const passingCodes = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

/** True for what may be over soon. The client sets its clock by the answer that calls it wrong. */
export function isPassing(error: unknown, isRepeatedUnanswered = true): boolean {
  const status = statusOf(error)
  if (status === undefined && !isRepeatedUnanswered) return false
  if (status !== undefined && [429, 500, 502, 503, 504].includes(status)) return true
  return hasCode(error, ...passingCodes) || (error instanceof Error && passingNames.includes(error.name))
}

/** The service's name of the error that made a call fail. */
export const causeOf = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof Error ? error.cause.name : undefined

function explained(error: unknown, action: string, access: CalledBucket): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'NoSuchKey')
    return Object.assign(new Error(`there is no such object in ${access.bucket}`), { code: 'ENOENT' })
  return new StoreUnreachable(problemOfBucket(failureOfBucket(error, access), action, access), error)
}
