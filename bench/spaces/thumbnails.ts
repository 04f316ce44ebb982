import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { fileEndpoints } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startTestServer } from '../../server/src/testing/start-server.ts'
import { upload } from '../../server/src/testing/upload.ts'

/**
 * Thumbnails per second with a long queue, latency of one requested by a screen meanwhile, and tiling of a very large picture.
 * `npm run bench spaces/thumbnails -- --pictures 2000 --side 20000`
 */
const targets = {
  /** Minimum thumbnails per second. */
  rate: 10,
  /** Maximum milliseconds for a screen. */
  wait: 500,
  /** Minimum pixels tiled per second. */
  cut: 5_000_000,
  /** Maximum MiB of a worker. */
  memory: 1_024,
  /** Maximum milliseconds per tile. */
  tile: 50,
}
const option = (name: string, standard: number) => Number(process.argv[process.argv.indexOf(name) + 1]) || standard
const pictures = option('--pictures', 1_000)
const side = option('--side', 20_000)

const noise = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
const megabytesNow = () => mebibytes(process.memoryUsage.rss())

/** Largest resident memory of a child process in MiB. */
function largestWorker(): number {
  const sizes = execFileSync('ps', ['-o', 'rss=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return Math.max(0, ...sizes.trim().split(/\s+/).map(Number)) / 1024
}

const server = await startTestServer()
try {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'bench', path: 'bench' } })
  await many(spaceId)
  await large(spaceId)
} finally {
  await server.stop()
}

async function many(spaceId: string): Promise<void> {
  const picture = await noise(1_200).jpeg().toBuffer()
  // Trailing bytes of a JPEG change the content and not the picture.
  for (let number = 0; number < pictures; number++) {
    const source = Readable.from([Buffer.concat([picture, randomBytes(16)])])
    await server.app.files.addFile({ spaceId, path: `${String(number).padStart(6, '0')}.jpg`, source })
  }
  const query = { recursive: 'true', sort: '-name', limit: 5 } as const
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  const begin = performance.now()
  const waits: number[] = []
  for (const { id } of items) {
    const requestedAt = performance.now()
    const response = await server.fetch(`/files/${id}/thumbnail`)
    await response.arrayBuffer()
    waits.push(performance.now() - requestedAt)
  }
  const left = await waiting(spaceId)
  await server.platform.jobs.settled()
  const seconds = (performance.now() - begin) / 1_000
  say(`thumbnails of 1,200 × 1,200 while ${left} wait`, `${(left / seconds).toFixed(1)} a second`)
  meet(left / seconds >= targets.rate, `${targets.rate} a second`)
  say('asked for by a screen meanwhile', `${Math.round(Math.max(...waits))} ms at most`)
  meet(Math.max(...waits) <= targets.wait, `${targets.wait} ms`)
}

async function waiting(spaceId: string): Promise<number> {
  const query = { recursive: 'true', limit: 500 } as const
  let none = 0
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { ...query, cursor } })
    none += page.items.filter(({ width }) => width === null).length
    cursor = page.nextCursor
  }
  return none
}

async function large(spaceId: string): Promise<void> {
  const tile = await noise(2_000).png().toBuffer()
  const fullImage = sharp({
    create: { width: side, height: side, channels: 3, background: 'teal' },
    limitInputPixels: false,
  })
  const content = await fullImage
    .composite([{ input: tile, tile: true }])
    .jpeg({ quality: 80 })
    .toBuffer()
  await upload(server, { spaceId, path: 'large.jpg' }, new Uint8Array(content))
  await server.platform.jobs.settled()
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: 'large.jpg' } })
  const params = { fileId: items[0]?.id ?? '' }
  const memoryAtStart = megabytesNow()
  const begin = performance.now()
  let worker = 0
  let own = 0
  for (;;) {
    const { ready } = await server.call(previewEndpoints.fileTiling, { params })
    worker = Math.max(worker, largestWorker())
    own = Math.max(own, megabytesNow())
    if (ready) break
    await sleep(200)
  }
  const seconds = (performance.now() - begin) / 1_000
  say(`${side} × ${side} cut into tiles`, `${seconds.toFixed(1)} s`)
  meet(side ** 2 / seconds >= targets.cut, `${targets.cut} pixels a second`)
  say('memory of the worker, and more of the server', `${Math.round(worker)} MiB, ${own - memoryAtStart} MiB`)
  meet(worker <= targets.memory, `${targets.memory} MiB`)
  const requestedAt = performance.now()
  for (let x = 0; x < 20; x++)
    await (await server.fetch(`/files/${params.fileId}/tile?level=0&x=${x}&y=10`)).arrayBuffer()
  const wait = (performance.now() - requestedAt) / 20
  say('a tile', `${wait.toFixed(1)} ms`)
  meet(wait <= targets.tile, `${targets.tile} ms`)
}

function meet(met: boolean, target: string): void {
  if (met) return
  console.error(`  the target is ${target}`)
  process.exitCode = 1
}

function say(what: string, much: string): void {
  console.log(`${what.padEnd(56)}${much}`)
}
