import { basePath, type Answer, type Endpoint, type Given } from '@vermilion/contract/kernel/endpoint'
import { successCode, type Envelope, type FailureData } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import { nanoid } from 'nanoid'

export type Call = <E extends Endpoint>(endpoint: E, given: Given<E>) => Promise<Answer<E>>

/** Milliseconds that a call may take before it is tried again or given up. */
const patience = 30_000
const attempts = 4

/** Calls the server at an address with an access token. A server that cannot be reached is asked again a few times. */
interface Server {
  url: string
  token: string
  /** Of messages, as the `Language` header writes it. */
  language: string
}

export function createTaskClient({ url, token, language }: Server) {
  async function send(
    path: string,
    init: { method: string; headers: Record<string, string>; body: string | null },
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetch(`${url.replace(/\/$/, '')}${basePath}${path}`, {
          ...init,
          signal: AbortSignal.timeout(patience),
          headers: { ...init.headers, authorization: `Bearer ${token}`, language },
        })
      } catch (error) {
        if (attempt === attempts) throw new Error(`${url} cannot be reached: ${causeOf(error)}`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 500 * attempt))
      }
    }
  }

  const call: Call = async (endpoint, given) => {
    const { path, method, headers, body } = requestOf(endpoint, given)
    // The same for every attempt, so that a task whose answer was lost is made once.
    const id = nanoid()
    const response = await send(path, { method, headers: { ...headers, 'x-request-id': id }, body })
    const envelope = (await response.json()) as Envelope<Answer<typeof endpoint>>
    if (envelope.code !== successCode) throw new Error(wordsOf(envelope))
    return envelope.data
  }
  return { call }
}

/** The message, and beside it what was wrong with each field. */
function wordsOf({ message, data }: Envelope<unknown>): string {
  const { fields = {} } = (data ?? {}) as Partial<FailureData>
  return [message, ...Object.entries(fields).map(([field, problem]) => `  ${field}: ${problem}`)].join('\n')
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
