import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Envelope, FailureData } from '@vermilion/contract/kernel/envelope'

export interface Settings {
  /** Where the server answers for runs. */
  readonly url: string
  /** A file with the run's token. */
  readonly tokenFile: string
  /** Folders for the run's mounts, in their order. */
  readonly mounts: readonly string[]
  /** The folder of the results. */
  readonly output?: string
  /** A folder in which content is kept by its checksum for later runs. */
  readonly cache?: string
  /** The instance whose results are sent to the top; those of others lie in a folder of their name. */
  readonly main: string
}

/** In milliseconds, without a byte. The server reads a large file once more when its last part has arrived. */
const patience = { usual: 60_000, sending: 900_000, store: 15_000 }
const maxPause = 10_000
const passing = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|HPE_.*)$/

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  readonly values: Readonly<Record<string, unknown>>

  constructor(status: number, body: string) {
    const { message = body, data } = readEnvelope(body)
    super(`${status} ${message}`)
    this.status = status
    this.reason = data?.error ?? ''
    this.values = data?.values ?? {}
  }
}

/** A proxy before the server may answer something else than JSON. */
function readEnvelope(body: string): Partial<Envelope<Partial<FailureData>>> {
  try {
    return JSON.parse(body) as Envelope<FailureData>
  } catch {
    return {}
  }
}

/** True for what may be over a moment later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Refused)) return passing.test((error as { code?: string }).code ?? '')
  const { status, reason } = error
  return (status >= 500 || status === 408 || status === 429) && reason !== 'run-data.output-full'
}

/** For whoever reads the output of this program: one object a line. */
export function print(event: string, details: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...details })}\n`)
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
export const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** Repeats work until it succeeds or fails for good. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await waitFor(attempt, error)
    }
  }
}

export async function waitFor(attempt: number, error: unknown, signal?: AbortSignal): Promise<void> {
  const milliseconds = Math.min(maxPause, 250 * 2 ** Math.min(attempt, 10))
  print('waiting', { reason: wordsOf(error), milliseconds })
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

export type Calls = ReturnType<typeof createCalls>

export function createCalls({ url, tokenFile }: Settings) {
  const isSecure = url.startsWith('https:')
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const authorization = `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`

  function open(method: string, path: string, headers: object = {}, body?: Uint8Array) {
    const timeout = method === 'PUT' ? patience.sending : patience.usual
    const options = { method, agent, timeout, headers: { authorization, language: 'en-us', ...headers } }
    return respond((isSecure ? requestHttps : requestHttp)(`${url}${path}`, options), body)
  }

  async function respond(request: ClientRequest, body?: Uint8Array) {
    request.on('timeout', () => request.destroy(withCode('ETIMEDOUT', 'no answer in time')))
    // It may break again while its answer is read, which fails then.
    request.on('error', () => undefined)
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode = 0 } = response
    if (statusCode < 200 || statusCode > 299) throw new Refused(statusCode, await text(response))
    return response
  }

  async function call<Answer>(method: string, path: string, headers: object, body?: Uint8Array): Promise<Answer> {
    const response = await open(method, path, headers, body)
    return ((await json(response)) as Envelope<Answer>).data
  }

  return {
    read: <Answer>(path: string) => call<Answer>('GET', path, {}),
    write(method: 'PUT' | 'POST', path: string, body: object) {
      return call<object>(method, path, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(body)))
    },
    remove: (path: string) => call<object>('DELETE', path, {}),
    send(path: string, bytes: Uint8Array) {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length }
      return call<{ size: number }>('PUT', path, headers, bytes)
    },
    /** The content from a byte on, from where the store itself has it. */
    async stored(address: string, start: number): Promise<AsyncIterable<Buffer>> {
      const send = address.startsWith('https:') ? requestHttps : requestHttp
      const headers = start === 0 ? {} : { range: `bytes=${start}-` }
      const response = await respond(send(address, { timeout: patience.store, headers }))
      if (start === 0 || response.statusCode === 206) return response
      response.destroy()
      throw new Error('the store does not answer a range')
    },
    /** The content from a byte on, to one that is included where it is named. */
    async content(path: string, start = 0, end: number | '' = ''): Promise<AsyncIterable<Buffer>> {
      const response = await open('GET', path, start === 0 && end === '' ? {} : { range: `bytes=${start}-${end}` })
      if (start > 0 && response.statusCode !== 206) {
        response.destroy()
        throw new Error('what lies between here and the server does not pass on the header Range')
      }
      return response
    },
  }
}
