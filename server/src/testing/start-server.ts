import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { Answer, Endpoint, Given } from '@vermilion/contract/kernel/endpoint'
import type { Envelope, FailureData } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { createLog } from '#platform/log'
import type { Clock } from '#platform/clock'
import { readConfig } from '../config.ts'
import type { AppOptions } from '../app.ts'
import { startServer } from '../server.ts'
import type { RunningServer } from '../server.ts'

export const testPassword = 'a password for tests'

interface Options extends AppOptions {
  readonly clock?: Clock
  /** Further environment variables. */
  readonly environment?: Record<string, string>
  /** An existing data folder, which then outlives the server. */
  readonly data?: string
}

export interface TestServer extends RunningServer {
  readonly data: string
  /** The token of the first account. */
  readonly token: string
  /** A request as a browser would send it, signed in unless `headers` say otherwise. `path` is below `/api/v1`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Calls an endpoint and answers its data; throws the envelope of a failure. */
  call<E extends Endpoint>(endpoint: E, given: Given<E>, headers?: Record<string, string>): Promise<Answer<E>>
}

/** The real server in this process on a temporary data folder, signed in. `stop` removes the folder. */
export async function startTestServer({
  clock,
  environment,
  data: given,
  ...options
}: Options = {}): Promise<TestServer> {
  const data = given ?? (await mkdtemp(join(tmpdir(), 'vermilion-')))
  const config = readConfig({
    VERMILION_DATA: data,
    VERMILION_PORT: '0',
    VERMILION_ADMIN_PASSWORD: testPassword,
    VERMILION_LOG_LEVEL: 'silent',
    ...environment,
  })
  const log = createLog(config.logLevel)
  const server = await startServer({ config, log, clock, ...options })

  let token = ''
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return fetch(`${server.address}${basePath}${path}`, { ...init, headers })
  }
  const call: TestServer['call'] = async (endpoint, given, headers = {}) => {
    const { path, ...request } = requestOf(endpoint, given)
    const response = await send(path, { ...request, headers: { language: 'en-us', ...request.headers, ...headers } })
    const envelope = (await response.json()) as Envelope<never>
    if (envelope.code !== 200) throw new CallFailed(envelope)
    return envelope.data
  }
  token = (await call(accountEndpoints.login, { body: { username: 'admin', password: testPassword } })).token

  return {
    ...server,
    data,
    token,
    fetch: send,
    call,
    async stop() {
      await server.stop()
      if (given === undefined) await rm(data, { recursive: true, force: true })
    },
  }
}

/** What `call` throws when the answer is a failure. */
export class CallFailed extends Error {
  readonly envelope: Envelope<FailureData>

  constructor(envelope: Envelope<FailureData>) {
    super(`${envelope.code} ${envelope.message}`)
    this.envelope = envelope
  }

  get reason(): string {
    return this.envelope.data.error
  }
}
