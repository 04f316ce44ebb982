import { basePath, type EndpointResponse, type Endpoint, type EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { successCode, type Envelope, type FailureData } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import { nanoid } from 'nanoid'
import type { Config } from '../config.ts'
import type { Variables } from './command.ts'

export type Call = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointResponse<E>>

export class Refused extends Error {
  readonly reason: string | undefined

  constructor(message: string, reason: string | undefined) {
    super(message)
    this.reason = reason
  }
}

/** Milliseconds for a call before it is retried or given up. */
const patience = 30_000
const attempts = 6

interface Server {
  url: string
  token: string
  language: string
}

export function serverOf(config: Config, variables: Variables): Pick<Server, 'url' | 'token'> {
  const token = variables['VERMILION_TOKEN'] ?? ''
  if (token === '') throw new Error('Set VERMILION_TOKEN to an access token: the account settings make one')
  const url = variables['VERMILION_URL'] ?? `http://127.0.0.1:${config.port}${config.basePath}`
  return { url: url.replace(/\/$/, ''), token }
}

export const clientOf = (config: Config, variables: Variables): Call =>
  createApiClient({ ...serverOf(config, variables), language: languageOf(variables) })

const languageOf = ({ LC_ALL, LANG }: Variables) => ((LC_ALL ?? LANG ?? '').startsWith('zh') ? 'zh-cn' : 'en-us')

export function createApiClient({ url, token, language }: Server): Call {
  async function send(
    path: string,
    init: { method: string; headers: Record<string, string>; body: string | null },
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`${url}${basePath}${path}`, {
          ...init,
          signal: AbortSignal.timeout(patience),
          headers: { ...init.headers, authorization: `Bearer ${token}`, language },
        })
        // The server is restarting, or its proxy says so.
        if (attempt === attempts || !isPassing(response)) return response
        await response.body?.cancel()
      } catch (error) {
        if (attempt === attempts) throw new Error(`${url} cannot be reached: ${causeOf(error)}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt))
    }
  }

  return async (endpoint, input) => {
    const { path, method, headers, body } = requestOf(endpoint, input)
    // Equal for every attempt, so that a task whose response was lost is created once.
    const id = nanoid()
    const response = await send(path, { method, headers: { ...headers, 'x-request-id': id }, body })
    const envelope = await envelopeOf<EndpointResponse<typeof endpoint>>(response, url)
    if (envelope.code !== successCode) {
      throw new Refused(messageOf(envelope), (envelope.data as Partial<FailureData> | null)?.error)
    }
    return envelope.data
  }
}

const isPassing = ({ status }: Response) => [502, 503, 504].includes(status)

async function envelopeOf<Data>(response: Response, url: string): Promise<Envelope<Data>> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Envelope<Data>
  } catch (error) {
    throw new Error(`${url} answered ${response.status} and nothing that can be read`, { cause: error })
  }
}

function messageOf({ message, data }: Envelope<unknown>): string {
  const { fields = {}, values = {} } = (data ?? {}) as Partial<FailureData>
  const { dataSource } = values
  const about = typeof dataSource === 'number' ? `dataSources.${dataSource}: ` : ''
  return [about + message, ...Object.entries(fields).map(([field, problem]) => `  ${field}: ${problem}`)].join('\n')
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
