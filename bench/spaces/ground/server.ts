import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { requestOf } from '@vermilion/contract/kernel/request'
import { serverEnvironment, serverFlags } from '../../../tools/launch/node.mjs'

const password = 'a password for benches'
const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))

export type BenchServer = Awaited<ReturnType<typeof startServer>>

/** A signed-in server in its own process, started as the product does. */
export async function startServer(data: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...serverFlags, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...serverEnvironment,
      VERMILION_DATA: data,
      VERMILION_PORT: '0',
      VERMILION_ADMIN_PASSWORD: password,
      VERMILION_LOG_LEVEL: 'error',
      ...environment,
    },
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /ready at (\S+)\/login/.exec(line)?.[1]
      if (match !== undefined) resolve(match)
    })
  })
  let token = ''

  function send(path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) {
    const headers = { ...init.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
    return fetch(`${address}${basePath}${path}`, { ...init, headers })
  }

  async function call<E extends Endpoint>(endpoint: E, request: EndpointInput<E>): Promise<EndpointResponse<E>> {
    const { path, ...init } = requestOf(endpoint, request)
    const response = await send(path, init)
    const { data: reply } = (await response.json()) as { data: EndpointResponse<E> }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(reply)}`)
    return reply
  }
  const body = { username: 'admin', password }
  token = (await call(accountEndpoints.login, { body })).token

  return {
    call,
    fetch: send,
    /** A sender that is not `fetch` needs both. */
    base: () => ({ address: `${address}${basePath}`, headers: { authorization: `Bearer ${token}` } }),
    pid: child.pid ?? 0,
    /** Resident MiB now, and at peak. */
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const size = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
      return { now: size('VmRSS'), most: size('VmHWM') }
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
