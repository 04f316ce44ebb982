import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import { pathOf } from '@vermilion/contract/kernel/request'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { workEndpoints } from '@vermilion/contract/work'
import sharp from 'sharp'
import { startServer } from '../spaces/ground/server.ts'
import { processorSeconds } from '../spaces/ground/processor-seconds.ts'

/**
 * Imports a folder of pictures in place with a COCO file of boxes until labels are readable, and then until every picture is
 * examined: seconds, and processor seconds of the server and its children. `npm run bench datasets/ingest`; `--images` sets the
 * number.
 */
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const images = Number(option('--images') ?? 10_000)
const boxes = images * 3
const [width, height] = [640, 480]
/** Seconds until sizes, checksums and labels are known, and MiB of the server until the last picture is decoded. */
const limits = { seconds: (22 * images) / 10_000, memory: 300 }

const machine = realpathSync(mkdtempSync(join(tmpdir(), 'vermilion-ingest-')))
const folder = join(machine, 'pictures')
try {
  await writePictures()
  await measure()
} finally {
  rmSync(machine, { recursive: true, force: true })
}

/** Some detailed pictures, repeated with different comments so that all files differ. */
async function writePictures(): Promise<void> {
  mkdirSync(folder)
  const kinds = await Promise.all(Array.from({ length: Math.min(images, 50) }, (_, kind) => picture(kind)))
  for (let number = 0; number < images; number += 1) {
    const content = kinds[number % kinds.length]!
    const words = Buffer.from(`picture ${number}`)
    const comment = Buffer.from([0xff, 0xfe, 0, words.length + 2])
    writeFileSync(
      join(folder, nameOf(number)),
      Buffer.concat([content.subarray(0, 2), comment, words, content.subarray(2)]),
    )
  }
  console.log(`${images} pictures of ${width} × ${height}, about ${Math.round(kinds[0]!.length / 1_000)} kB each`)
}

function picture(kind: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let noise = kind + 1
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)]
    noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31
    const value = 128 + 60 * Math.sin((x + kind * 7) / 23) + 40 * Math.cos(y / 17 + kind) + (noise % 24) - 12
    pixels[at] = value
    pixels[at + 1] = value * 0.8 + (x >> 6) * 8
    pixels[at + 2] = 255 - value
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

function nameOf(number: number): string {
  return `picture ${String(number).padStart(6, '0')}.jpg`
}

function cocoOf(): string {
  const categories = Array.from({ length: 20 }, (_, id) => ({ id: id + 1, name: `class ${id}` }))
  const entries = Array.from({ length: images }, (_, id) => ({ id, width, height, file_name: nameOf(id) }))
  const annotations = Array.from({ length: boxes }, (_, id) => ({
    id,
    image_id: id % images,
    category_id: (id % 20) + 1,
    bbox: [(id * 7) % 600, (id * 11) % 440, 10.25 + (id % 20), 12.5 + (id % 17)],
    area: 100,
    iscrowd: 0,
  }))
  return JSON.stringify({ images: entries, annotations, categories })
}

async function measure(): Promise<void> {
  const server = await startServer(join(machine, 'data'), { VERMILION_ROOTS: machine })
  const from = performance.now()
  let last = { seconds: 0, processors: processorSeconds(server.pid) }
  /** Reports events since the last call. */
  function tell(what: string): number {
    const now = { seconds: (performance.now() - from) / 1_000, processors: processorSeconds(server.pid) }
    const took = (key: 'seconds' | 'processors') => (now[key] - last[key]).toFixed(1)
    console.log(
      `${what}: ${took('seconds')} s, ${took('processors')} s of processors; ${now.seconds.toFixed(1)} s and at most ${server.memory().most.toFixed(0)} MiB in all`,
    )
    last = now
    return now.seconds
  }
  try {
    const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'pictures', path: folder } })
    await until(async () => (await server.call(spaceEndpoints.getSpace, { params: { spaceId } })).status === 'success')
    tell('listed')
    const body = { name: 'boxes', format: 'coco', type: 'image', labelType: 'target-detection', spaceId } as const
    const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
    const params = { datasetId }
    await until(async () => (await server.call(datasetEndpoints.getDataset, { params })).status === 'success')
    tell('in a dataset')
    const path = pathOf(datasetImportEndpoints.uploadImportFile, { params, query: { name: 'boxes.json' } })
    const headers = { 'content-type': 'application/octet-stream' }
    const reply = await server.fetch(path, { method: 'POST', body: cocoOf(), headers })
    const { data: upload } = (await reply.json()) as { data: { id: string } }
    const { id: importId } = await server.call(datasetImportEndpoints.createImport, {
      params,
      body: { source: { uploadId: upload.id } },
    })
    const find = () => server.call(datasetImportEndpoints.getImport, { params: { importId } })
    await until(async () => !['reading', 'importing'].includes((await find()).status))
    const seconds = tell('labeled')
    const { status, done } = await find()
    await until(async () => (await server.call(workEndpoints.listWork, {})).every(({ endedAt }) => endedAt !== null))
    tell('whole and with thumbnails, found out behind')
    const { most } = server.memory()
    console.log(`memory at most ${most.toFixed(0)} MiB`)
    if (status !== 'success' || done.images !== images || done.annotations !== boxes)
      fail(`the import ended as ${status}, ${JSON.stringify(done)}`)
    if (seconds > limits.seconds) fail(`it may take ${limits.seconds} s`)
    if (most > limits.memory) fail(`it may take ${limits.memory} MiB`)
  } finally {
    await server.stop()
  }
}

async function until(isOver: () => Promise<boolean>): Promise<void> {
  while (!(await isOver())) await sleep(100)
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
