import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { fileFilter } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startTestServer } from '../../server/src/testing/start-server.ts'

/**
 * Images that an evaluation by statistics scores in a second, compared with as many processors that do nothing but
 * decode them. `npm run bench evaluation/statistics -- --images 5000`
 */
const targets = {
  /** Of the speed of decoding alone, at least. */
  share: 0.6,
}
const option = (name: string, standard: number) => Number(process.argv[process.argv.indexOf(name) + 1]) || standard
const images = option('--images', 5_000)
const width = option('--width', 1_280)
const height = Math.round(width * 0.75)

const server = await startTestServer()
try {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'bench', path: 'bench' } })
  const picture = await photograph()
  // Bytes after the end of a JPEG make it another content and the same picture.
  for (let number = 0; number < images; number++) {
    const source = Readable.from([Buffer.concat([picture, randomBytes(16)])])
    await server.app.files.addFile({ spaceId, path: `${String(number).padStart(6, '0')}.jpg`, source })
  }
  await server.platform.jobs.settled()
  const decoding = await decodeAll(spaceId)
  const scoring = await scoreAll(spaceId)
  say(`${images} images of ${width} × ${height}, decoded`, `${decoding.toFixed(1)} a second`)
  say('the same, scored by statistics', `${scoring.toFixed(1)} a second`)
  say('share of the speed of decoding', (scoring / decoding).toFixed(2))
  meet(scoring / decoding >= targets.share, `${targets.share} of the speed of decoding`)
} finally {
  await server.stop()
}

/** Soft shapes with a little noise: compresses as a photograph does. */
async function photograph(): Promise<Buffer> {
  const coarse = await sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const noise = await sharp({
    create: { width, height, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer()
  return sharp(coarse)
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Reads every file and decodes it to bytes of colours: one picture for each processor at once. */
async function decodeAll(spaceId: string): Promise<number> {
  sharp.concurrency(1)
  sharp.cache(false)
  const ids: string[] = []
  for await (const batch of server.app.files.batches(spaceId, fileFilter.parse({}))) {
    ids.push(...batch.map(({ id }) => id))
  }
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        const content = await buffer(await (await server.app.files.content(id, true)).open())
        await sharp(content).autoOrient().removeAlpha().toColourspace('srgb').raw().toBuffer()
      }
    }),
  )
  return images / ((performance.now() - begin) / 1_000)
}

async function scoreAll(spaceId: string): Promise<number> {
  const begin = performance.now()
  const body = { name: 'bench', selection: { filter: { recursive: true } }, models: ['image-statistics'] }
  const { id } = await server.call(dataEvaluationEndpoints.createDataEvaluation, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  const seconds = (performance.now() - begin) / 1_000
  const params = { evaluationId: id }
  const { status, scored } = await server.call(dataEvaluationEndpoints.getDataEvaluation, { params })
  if (status !== 'success' || scored !== images)
    throw new Error(`the evaluation ended as ${status} with ${scored} scores`)
  return images / seconds
}

function meet(met: boolean, target: string): void {
  if (met) return
  console.error(`  the target is ${target}`)
  process.exitCode = 1
}

function say(what: string, much: string): void {
  console.log(`${what.padEnd(56)}${much}`)
}
