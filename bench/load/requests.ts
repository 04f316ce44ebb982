import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { buildOf, startBuild, thisBuild } from './ground/build.ts'
import type { BuildServer } from './ground/build.ts'
import type { Kind, Leg, LegResult, Order } from './ground/clients.ts'
import { sendPack } from './ground/pack.ts'

/**
 * Fifty clients in a tight loop, with five hundred open event streams, against this build and an earlier one in turns:
 * `npm run bench load/requests [commit] [rounds] [seconds of a leg]`. What counts is the median of the ratios of each pair; a
 * turn of the event loop takes at most 20 ms (p99), and a minute after the memory is back within 1.3 times of what it was.
 */
const [commit = '90395849', rounds = '5', seconds = '3', ...flags] = process.argv.slice(2)
const kinds: readonly Kind[] = ['lists', 'uploads', 'mixed']
const goal = 1.5
const streams = 500
const clients = 50

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function prepare(server: BuildServer): Promise<Omit<Order, 'streams' | 'clients' | 'api' | 'token'>> {
  const { id: spaceId } = await server.call<{ id: string }>('POST', '/spaces', { name: 'load', path: 'load' })
  const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const files = Array.from({ length: 200 }, (_, number) => ({
    path: `pictures/${number}.jpg`,
    content: Buffer.concat([content, Buffer.from(String(number))]),
  }))
  await sendPack(server, spaceId, files)
  const order = { name: 'load', format: 'coco', type: 'image', labelType: 'target-detection', spaceId }
  const { id: datasetId } = await server.call<{ id: string }>('POST', '/datasets', {
    ...order,
    labels: [{ name: 'dirt' }],
  })
  type Made = { status: string; fileCount: number; labels: { id: string }[] }
  let dataset: Made
  do {
    await wait(200)
    dataset = await server.call<Made>('GET', `/datasets/${datasetId}`)
  } while (dataset.status !== 'success')
  const { items } = await server.call<{ items: { id: string }[] }>('GET', `/datasets/${datasetId}/items?limit=200`)
  return { spaceId, datasetId, labelId: dataset.labels[0]?.id ?? '', itemIds: items.map(({ id }) => id) }
}

async function start(build: Parameters<typeof startBuild>[0], nodeFlags: readonly string[] = []) {
  const server = await startBuild(build, nodeFlags)
  const prepared = await prepare(server)
  await wait(12_000)
  const idle = server.memory()
  const { api, token } = server
  const workerData: Order = { ...prepared, api, token, streams, clients }
  const worker = new Worker(new URL('ground/clients.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  return {
    server,
    idle,
    async leg(leg: Leg) {
      await server.turns()
      const processors = server.processors()
      worker.postMessage(leg)
      const [result] = (await once(worker, 'message')) as [LegResult]
      const cost = ((server.processors() - processors) / (result.perSecond * leg.seconds)) * 1_000
      return { ...result, turns: await server.turns(), cost }
    },
    endClients: () => worker.terminate(),
  }
}

const baseline = buildOf(commit)
const sides = [await start(baseline), await start(thisBuild, flags)] as const
let isReached = true
try {
  for (const kind of kinds) {
    const pairs: [LegResult, LegResult][] = []
    const turns: number[] = []
    for (let round = 0; round < Number(rounds); round += 1) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const pair: Record<number, LegResult> = {}
      for (const side of order) {
        const result = await sides[side as 0 | 1].leg({ kind, seconds: Number(seconds) })
        pair[side] = result
        if (side === 1) turns.push(result.turns)
        const { perSecond, p50, p95, cost, failed } = result
        console.log(
          `  ${kind}, ${sides[side as 0 | 1].server.name}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(0)} p95 ${p95.toFixed(0)} ms, ` +
            `${cost.toFixed(2)} ms of processors each, turns ${result.turns.toFixed(0)} ms, ${failed} failed`,
        )
      }
      pairs.push([pair[0] as LegResult, pair[1] as LegResult])
    }
    const ratio = median(pairs.map(([previous, now]) => now.perSecond / previous.perSecond))
    const [was, is] = [0, 1].map((side) => median(pairs.map((pair) => (pair[side] as LegResult).perSecond)))
    const longest = median(turns)
    isReached &&= ratio >= goal && longest <= 20
    console.log(
      `${kind}: ${is?.toFixed(0)}/s, was ${was?.toFixed(0)}/s: ${ratio.toFixed(2)}× (goal ${goal}×), turns ${longest.toFixed(0)} ms at p99 (goal 20)`,
    )
  }
  const loaded = sides.map(({ server }) => server.memory())
  for (const { endClients } of sides) await endClients()
  await wait(60_000)
  for (const [index, { server, idle }] of sides.entries()) {
    const now = server.memory()
    if (index === 1) isReached &&= now <= idle * 1.3
    console.log(
      `${server.name}: ${idle.toFixed(0)} MiB before, ${loaded[index]?.toFixed(0)} under load, ${now.toFixed(0)} a minute after: ${(now / idle).toFixed(2)}× (goal 1.3×)`,
    )
  }
} finally {
  for (const { server } of sides) await server.stop()
  baseline.remove()
}
console.log(isReached ? 'reached' : 'not reached')
process.exitCode = isReached ? 0 : 1
