import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { seedFiles } from './ground/seed.ts'
import { startServer } from './ground/server.ts'

/**
 * Cost of the cover images in the list of data spaces: the same page with and without them, alternating, at the HTTP boundary.
 * `npm run bench spaces/contents`. Target: additional p95 in milliseconds.
 */
const target = 5
const spaces = 50
const filesOfEach = 2_000
const rounds = 200

const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
const first = await startServer(data)
const ids: string[] = []
for (let number = 0; number < spaces; number += 1) {
  const body = { name: `space ${number}`, path: `space-${number}` }
  ids.push((await first.call(spaceEndpoints.createSpace, { body })).id)
}
await first.stop()
for (const id of ids) await seedFiles(data, id, filesOfEach)

const server = await startServer(data)
const list = (contents: 'true' | 'false') =>
  server.call(spaceEndpoints.listSpaces, { query: { limit: spaces, contents } })
const { items } = await list('true')
if (items.some(({ covers }) => covers?.length !== 4)) throw new Error('a space has no pictures')

const times = { true: [] as number[], false: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  for (const contents of ['true', 'false'] as const) {
    const from = performance.now()
    await list(contents)
    times[contents].push(performance.now() - from)
  }
}
await server.stop()
rmSync(data, { recursive: true })

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
const [full, plain] = [times.true, times.false].map((some) => some.toSorted((a, b) => a - b))
for (const share of [0.5, 0.95]) {
  console.log(
    `p${share * 100}: ${at(plain!, share).toFixed(1)} ms without pictures, ${at(full!, share).toFixed(1)} ms with`,
  )
}
if (at(full!, 0.95) - at(plain!, 0.95) > target) process.exitCode = 1
