import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Services } from '#areas/settings'
import { createComfyuiClient, type ComfyuiClient, type ComfyuiService } from './client.ts'
import { problemText } from './missing-text.ts'
import { createProgressSocket, type ProgressSocket } from './progress-socket.ts'
import { PromptRefused, ServerFailed } from './server-failed.ts'

/** In milliseconds. */
export interface ServerTimes {
  readonly callTimeoutMs: number
  readonly pollEvery: number
  readonly firstRestMs: number
  readonly maxRestMs: number
  readonly patience: number
}

export const usualTimes: ServerTimes = {
  callTimeoutMs: 20_000,
  pollEvery: 1_000,
  firstRestMs: 500,
  maxRestMs: 10_000,
  patience: 300_000,
}

const maxFailures = 3
/** Milliseconds for which a server that rejected a workflow is tried last. */
const refusalLasts = 60_000

interface Trouble {
  readonly failures: number
  readonly since: number
  readonly until: number
  readonly error: ServerFailed
}

export interface ComfyuiServer {
  readonly service: ComfyuiService
  readonly client: ComfyuiClient
  readonly socket: ProgressSocket
  busy: number
  trouble: Trouble | undefined
  readonly refusals: Map<string, number>
}

interface Use {
  readonly workflow: string
  readonly preferred: string | undefined
  readonly signal: AbortSignal
}

export type Servers = ReturnType<typeof createServers>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the servers
export function createServers(services: Pick<Services, 'ofKind'>, times: ServerTimes) {
  const clientId = `vermilion-${randomUUID()}`
  const servers = new Map<string, ComfyuiServer>()
  // A failing try may take several calls.
  const forgetAfter = Math.max(times.patience, 10 * times.callTimeoutMs)

  function open(service: ComfyuiService): ComfyuiServer {
    const existing = servers.get(service.id)
    if (existing !== undefined && JSON.stringify(existing.service) === JSON.stringify(service)) return existing
    existing?.socket.close()
    const server: ComfyuiServer = {
      service,
      client: createComfyuiClient(service, times.callTimeoutMs),
      socket: createProgressSocket(service, clientId),
      busy: 0,
      trouble: undefined,
      refusals: new Map(),
    }
    servers.set(service.id, server)
    return server
  }

  async function all(): Promise<ComfyuiServer[]> {
    const existing = await services.ofKind('image-generation')
    if (existing.length === 0) throw fail('workflow.no-server')
    return existing.map(open)
  }

  function rest(server: ComfyuiServer, error: ServerFailed): void {
    const now = performance.now()
    const isRecent = server.trouble !== undefined && now - server.trouble.until < forgetAfter
    const { failures, since } = (isRecent ? server.trouble : undefined) ?? { failures: 0, since: now }
    const pause = Math.min(times.firstRestMs * 2 ** failures, times.maxRestMs)
    server.trouble = { failures: failures + 1, since, until: now + pause, error }
  }

  const isHopeless = ({ trouble }: ComfyuiServer): boolean =>
    trouble !== undefined &&
    (trouble.error.isPassing ? performance.now() - trouble.since > times.patience : trouble.failures >= maxFailures)

  async function loadOf(server: ComfyuiServer, workflow: string, signal: AbortSignal): Promise<number> {
    const refusedAt = server.refusals.get(workflow) ?? -Infinity
    const penalty = performance.now() - refusedAt < refusalLasts ? 1_000_000 : 0
    try {
      return Math.max(await server.client.load(signal), server.busy) + penalty
    } catch (error) {
      if (!(error instanceof ServerFailed)) throw error
      rest(server, error)
      return Infinity
    }
  }

  /** Selects the least loaded available server. Undefined after a pause when none is. */
  async function pick(
    candidates: readonly ComfyuiServer[],
    { workflow, preferred, signal }: Use,
  ): Promise<ComfyuiServer | undefined> {
    const ready = candidates.filter(({ trouble }) => trouble === undefined || trouble.until <= performance.now())
    const first = ready.find(({ service }) => service.id === preferred) ?? (ready.length === 1 ? ready[0] : undefined)
    if (first !== undefined) return first
    const loads = await Promise.all(
      ready.map(async (server) => ({ server, load: await loadOf(server, workflow, signal) })),
    )
    const [least] = loads.toSorted((one, other) => one.load - other.load)
    if (least !== undefined && least.load !== Infinity) return least.server
    if (candidates.every(isHopeless)) {
      throw fail('workflow.servers-down', {
        reason: problemText(
          candidates.flatMap(({ service: { name }, trouble }) =>
            trouble === undefined ? [] : [{ name, problem: trouble.error.text }],
          ),
        ),
      })
    }
    const until = Math.min(...candidates.map(({ trouble }) => trouble?.until ?? 0))
    await wait(Math.max(until - performance.now(), 10), undefined, { signal })
    return undefined
  }

  return {
    all,
    /**
     * Calls a server with failover and retries. Fails as `workflow.servers-down` when none works, and as `workflow.refused` when
     * all reject it.
     */
    async use<Result>(use: Use, work: (server: ComfyuiServer) => Promise<Result>): Promise<Result> {
      const refusals = new Map<string, string>()
      for (let { preferred } = use; ;) {
        use.signal.throwIfAborted()
        const candidates = (await all()).filter(({ service }) => !refusals.has(service.id))
        if (candidates.length === 0) throw fail('workflow.refused', { reason: [...refusals.values()].join('; ') })
        const server = await pick(candidates, { ...use, preferred })
        if (server === undefined) continue
        server.busy += 1
        try {
          const result = await work(server)
          server.trouble = undefined
          return result
        } catch (error) {
          preferred = undefined
          if (error instanceof ServerFailed) rest(server, error)
          else if (error instanceof PromptRefused) {
            server.refusals.set(use.workflow, performance.now())
            refusals.set(server.service.id, `${server.service.name}: ${error.message}`)
          } else throw error
        } finally {
          server.busy -= 1
        }
      }
    },
    close(): void {
      for (const { socket } of servers.values()) socket.close()
      servers.clear()
    },
  }
}
