import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { seedItems } from './seed.ts'

/**
 * Costs of versions of a dataset with a million images: creating one and comparing two, in time, memory and waiting times of
 * others. `npm run bench datasets/versions`; `--images` sets the number. Targets: p95 waiting time in milliseconds, growth in
 * MiB.
 */
const waitTarget = 100
const growthTarget = 250
const position = process.argv.indexOf('--images')
const images = position > 0 ? Number(process.argv[position + 1]) : 1_000_000
const changedImages = 300

const seconds = (from: number) => `${((performance.now() - from) / 1_000).toFixed(1)} s`
const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0

/** Performs work while another client polls the list of datasets. */
async function watched<Result>(server: BenchServer, name: string, work: () => Promise<Result>): Promise<Result> {
  const waits: number[] = []
  const abortController = new AbortController()
  const looking = (async () => {
    while (!abortController.signal.aborted) {
      const from = performance.now()
      await server.call(datasetEndpoints.listDatasets, { query: {} })
      waits.push(performance.now() - from)
      await delay(20)
    }
  })()
  const memoryAtStart = server.memory()
  const from = performance.now()
  const result = await work()
  const took = seconds(from)
  abortController.abort()
  await looking
  const { most } = server.memory()
  const [wait, growth] = [at(waits, 0.95), most - memoryAtStart.now]
  const isLate = wait > waitTarget || growth > growthTarget
  if (isLate) process.exitCode = 1
  const others = `others wait ${wait.toFixed(0)} ms (p95), ${at(waits, 1).toFixed(0)} ms at most`
  console.log(
    `${name.padEnd(28)}${took.padStart(10)}   ${others}; ${growth.toFixed(0)} MiB more${isLate ? '   too much' : ''}`,
  )
  return result
}

async function measure(server: BenchServer): Promise<void> {
  const [dataset] = (await server.call(datasetEndpoints.listDatasets, { query: {} })).items
  if (dataset === undefined) throw new Error('there is no dataset')
  const params = { datasetId: dataset.id }
  const make = async (name: string) => {
    const { id } = await server.call(datasetEndpoints.createVersion, { params, body: { name } })
    for (;;) {
      const version = await server.call(datasetEndpoints.getVersion, { params: { versionId: id } })
      if (version.status === 'failed') throw new Error('the version was not made')
      if (version.status === 'success') return version
      await delay(100)
    }
  }
  const first = await watched(server, 'a version', () => make('first'))
  console.log(`${first.images} images, ${first.annotations} shapes, ${(first.size / 2 ** 20).toFixed(0)} MiB`)

  const { items } = await server.call(datasetEndpoints.listItems, { params, query: { limit: changedImages } })
  for (const { id, revision } of items) {
    const body = { baseRevision: revision, shapes: [], complete: true }
    await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: id }, body })
  }
  const second = await watched(server, 'another', () => make('second'))
  const asks: number[] = []
  const diff = async () => {
    for (;;) {
      const from = performance.now()
      const comparison = await server.call(datasetEndpoints.diffVersions, {
        params: { versionId: first.id },
        query: { with: second.id },
      })
      asks.push(performance.now() - from)
      if (comparison.images !== null) return comparison
      await delay(200)
    }
  }
  const comparison = await watched(server, 'their difference', diff)
  console.log(JSON.stringify(comparison.images))
  await watched(server, 'their difference again', diff)
  const longest = Math.max(...asks)
  if (longest > waitTarget) process.exitCode = 1
  console.log(`the longest answer about their difference: ${longest.toFixed(0)} ms`)
  await watched(server, 'a page of changed images', () =>
    server.call(datasetEndpoints.listVersionChanges, {
      params: { versionId: first.id },
      query: { with: second.id, limit: 100 },
    }),
  )
}

const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  mkdirSync(data, { recursive: true })
  await (await startServer(data)).stop()
  const from = performance.now()
  seedItems(data, images)
  console.log(`${images} images made in ${seconds(from)}`)
  const server = await startServer(data)
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
