import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { createDiskBlobs } from '../../server/src/platform/blobs/disk.ts'
import { withPicture } from '../../server/src/platform/pictures/open-picture.ts'
import { uploadPacked } from '../../server/src/testing/upload-pack.ts'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { ownProcessor, processorOf, spent } from './ground/spent.ts'
import type { Spent } from './ground/spent.ts'

/**
 * Speed of an evaluation by image statistics over the API, compared with one thread per processor that only decodes the same
 * files. Both alternate folder by folder, so that other load affects them equally; processor time is independent of it. `npm run
 * bench evaluation/statistics -- --images 5000 --width 640`
 */
const targets = {
  /** Minimum share of the speed of decoding alone. */
  share: 0.6,
}
const option = (name: string, standard: number) => Number(process.argv[process.argv.indexOf(name) + 1]) || standard
const images = option('--images', 5_000)
const width = option('--width', 640)
const height = Math.round(width * 0.75)
const rounds = option('--rounds', 5)
/** Distinct pictures. Each file has unique trailing bytes, so that no score is reused. */
const distinct = Math.min(500, images)
const perRound = Math.floor(images / rounds)
/** Polling interval in milliseconds; each poll costs processor time. */
const asksEvery = 50
const perPack = 50
const folderOf = (round: number) => `round ${round}`
const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
sharp.concurrency(1)
sharp.cache(false)
try {
  const server = await startServer(data)
  try {
    const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'bench', path: 'bench' } })
    await upload(server, id)
    await measure(server, id)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}

async function upload(server: BenchServer, spaceId: string): Promise<void> {
  const pictures: Buffer[] = []
  for (let number = 0; number < distinct; number += 1) pictures.push(await photograph())
  for (let round = 0; round < rounds; round += 1) {
    const folder = Array.from({ length: perRound }, (_, index) => {
      const number = round * perRound + index
      const content = Buffer.concat([pictures[number % distinct]!, randomBytes(16)])
      return { path: `${folderOf(round)}/${String(number).padStart(6, '0')}.jpg`, content }
    })
    for (let at = 0; at < perRound; at += perPack) {
      await uploadPacked(server, spaceId, folder.slice(at, at + perPack))
    }
  }
  // Waits until everything has been examined.
  const last = { folder: folderOf(rounds - 1), sort: '-createdAt', limit: 1 } as const
  const isExamined = async () => {
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: last })
    return items[0]?.width === width
  }
  while (!(await isExamined())) await sleep(500)
}

/** Soft shapes with a little noise, which compress like a photograph. */
async function photograph(): Promise<Buffer> {
  const noisy = (size: { width: number; height: number }, sigma: number) =>
    sharp({ create: { ...size, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma } } })
      .png()
      .toBuffer()
  return sharp(await noisy({ width: 40, height: 30 }, 60))
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: await noisy({ width, height }, 12), blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

async function measure(server: BenchServer, spaceId: string): Promise<void> {
  // Warms up with the first image.
  await decode(server, spaceId, 0)
  const decodings: Spent[] = []
  const scorings: Spent[] = []
  for (let round = 0; round < rounds; round += 1) {
    const decoding = async () => void decodings.push(await decode(server, spaceId, round))
    const scoring = async () => void scorings.push(await score(server, spaceId, round))
    await (round % 2 === 0 ? decoding() : scoring())
    await (round % 2 === 0 ? scoring() : decoding())
  }
  report(decodings, scorings)
}

/** Decodes every file to RGB, one picture per processor at a time. */
async function decode(server: BenchServer, spaceId: string, round: number): Promise<Spent> {
  const blobs = createDiskBlobs(join(data, 'blobs'))
  const files: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { folder: folderOf(round), limit: maximumPageSize, cursor }
    const page = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
    files.push(...page.items.map(({ checksum }) => blobs.fileOf(checksum!)))
    cursor = page.nextCursor
  }
  if (files.length !== perRound) throw new Error(`there are ${files.length} files, not ${perRound}`)
  return spent(ownProcessor, async () => {
    const work = async () => {
      for (let file = files.pop(); file !== undefined; file = files.pop()) {
        await withPicture({ file, within: null }, (picture) =>
          picture.autoOrient().removeAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer(),
        )
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
  })
}

async function score(server: BenchServer, spaceId: string, round: number): Promise<Spent> {
  return spent(
    () => processorOf(server.pid),
    async () => {
      const selection = { filter: { folder: folderOf(round) } }
      const body = { name: folderOf(round), selection, models: ['image-statistics'] }
      const { createDataEvaluation, getDataEvaluation } = dataEvaluationEndpoints
      const { id: evaluationId } = await server.call(createDataEvaluation, { params: { spaceId }, body })
      for (;;) {
        const { status, scored, reused, endedAt } = await server.call(getDataEvaluation, { params: { evaluationId } })
        if (endedAt === null) await sleep(asksEvery)
        else if (status === 'success' && scored === perRound && reused === 0) return
        else throw new Error(`the evaluation ended as ${status} with ${scored} scores, ${reused} of them known before`)
      }
    },
  )
}

function report(decodings: readonly Spent[], scorings: readonly Spent[]): void {
  const total = (all: readonly Spent[], name: keyof Spent) => all.reduce((sum, each) => sum + each[name], 0)
  const count = perRound * rounds
  for (const [name, all] of [
    ['decoded', decodings],
    ['scored by statistics', scorings],
  ] as const) {
    const processor = (total(all, 'processor') / count) * 1_000
    const rate = count / total(all, 'seconds')
    say(
      `${count} images of ${width} × ${height}, ${name}`,
      `${rate.toFixed(0)}/s, ${processor.toFixed(2)} ms of processors each`,
    )
  }
  const shares = decodings.map(({ seconds }, round) => seconds / scorings[round]!.seconds).toSorted((a, b) => a - b)
  const share = total(decodings, 'seconds') / total(scorings, 'seconds')
  say(
    'share of the speed of decoding',
    `${share.toFixed(2)} (rounds ${shares.map((each) => each.toFixed(2)).join(' ')})`,
  )
  const byProcessor = total(decodings, 'processor') / total(scorings, 'processor')
  say('the same by time of processors', byProcessor.toFixed(2))
  say(
    'load of the machine',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  if (share >= targets.share) return
  console.error(`  the target is ${targets.share} of the speed of decoding`)
  process.exitCode = 1
}

function say(what: string, much: string): void {
  console.log(`${what.padEnd(56)}${much}`)
}
