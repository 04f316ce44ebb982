import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { authenticate, type Authenticator } from './authentication.ts'

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MetricSource {
  /** Help and labels by name; the name of a counter ends in `_total`. */
  readonly definitions: Readonly<Record<string, readonly [help: string, labels: readonly string[]]>>
  /** Values by name; an absent metric has none. */
  collect(): Promise<ReadonlyMap<string, readonly Sample[]>>
}

export interface HistogramDefinition {
  readonly name: `vermilion_${string}`
  readonly help: string
  readonly buckets: readonly number[]
}

export type Metrics = ReturnType<typeof serveMetrics>

/** Measures every request, and serves metrics to this machine and to signed-in users. */
export function serveMetrics(server: FastifyInstance, authenticator: Authenticator, basePath: string) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its complete answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const updates: (() => Promise<void>)[] = []
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
  server.get(`${basePath}/metrics`, async (request, reply) => {
    if (!isLocal(request)) await authenticate(authenticator, request, true)
    for (const update of updates) await update()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  function add({ definitions, collect }: MetricSource): void {
    const metrics = Object.entries(definitions).map(([name, [help, labels]]) => {
      const options = { name, help, labelNames: [...labels], registers: [registry] }
      return [name, name.endsWith('_total') ? new Counter(options) : new Gauge(options)] as const
    })
    updates.push(async () => {
      const values = await collect()
      for (const [name, metric] of metrics) {
        metric.reset()
        for (const { labels, value } of values.get(name) ?? [])
          if (metric instanceof Counter) metric.inc({ ...labels }, value)
          else metric.set({ ...labels }, value)
      }
    })
  }
  return {
    add,
    addHistogram({ buckets, ...definition }: HistogramDefinition): (value: number) => void {
      const histogram = new Histogram({ ...definition, buckets: [...buckets], registers: [registry] })
      return (value) => histogram.observe(value)
    },
  }
}

/** True for direct requests from this machine by its address; not for proxied ones, nor for web pages under a rebound name. */
function isLocal(request: FastifyRequest): boolean {
  const isDirect = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].every((name) => !(name in request.headers))
  const isByAddress = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(request.host)
  return isDirect && isByAddress && /^(?:127\.|::1$|::ffff:127\.)/.test(request.ip)
}
