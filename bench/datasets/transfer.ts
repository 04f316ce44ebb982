import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { datasetExportEndpoints } from '@vermilion/contract/dataset-exports'
import { datasetImportEndpoints } from '@vermilion/contract/dataset-imports'
import type { DatasetImport } from '@vermilion/contract/dataset-imports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { pathOf } from '@vermilion/contract/kernel/request'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'

/**
 * A COCO document of a million boxes into a dataset of 100,000 images, and out again with the images: how fast, in how
 * much memory, and whether an import that is cut off by SIGKILL twice ends the same. `npm run bench datasets/transfer`;
 * `--images` says how many.
 */
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const images = Number(option('--images') ?? 100_000)
const boxesOfOne = 10
const boxes = images * boxesOfOne
/** MiB of the server in all, and that an export may add. */
const limits = { memory: 600, exporting: 150 }
const [width, height] = [640, 480]
/** A picture of one pixel; what follows its end makes each content another. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const contents = 1_000

const data = mkdtempSync(join(tmpdir(), 'vermilion-transfer-'))
const problems: string[] = []
const seconds = (since: number) => (performance.now() - since) / 1_000
let server: BenchServer | undefined
try {
  await bench()
} finally {
  await server?.stop()
  rmSync(data, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** A space of pictures, written as the store and the index hold them. */
async function prepare(): Promise<string> {
  const empty = await startServer(data)
  const { id: spaceId } = await empty.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await empty.stop()
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const now = new Date().toISOString()
  const checksums = Array.from({ length: contents }, () => {
    const content = Buffer.concat([pixel, randomBytes(2_000)])
    const checksum = createHash('sha256').update(content).digest('hex')
    const file = join(data, 'blobs', checksum.slice(0, 2), checksum.slice(2))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return checksum
  })
  const size = pixel.length + 2_000
  database.exec('begin')
  database.prepare('delete from folders where spaceId = ?').run(spaceId)
  const { number: folder } = database
    .prepare(
      `insert into folders (spaceId, path, parent, name, sortKey, fileCount, totalSize, allFiles, allSize, createdAt, updatedAt)
       values (?, '', null, '', '', ?, ?, ?, ?, ?, ?) returning number`,
    )
    .get(spaceId, images, images * size, images, images * size, now, now) as { number: number }
  const add = database.prepare(
    `insert into files (id, spaceId, folder, path, name, sortKey, size, kind, mediaType, width, height, checksum, broken,
     examined, tags, score, createdAt, updatedAt)
     values (?, ?, ?, ?, ?, ?, ?, 'image', 'image/png', ?, ?, ?, 0, 1, '[]', -1, ?, ?)`,
  )
  for (let number = 0; number < images; number += 1) {
    const name = nameOf(number)
    const checksum = checksums[number % contents] ?? ''
    add.run(`f${number}`, spaceId, folder, name, name, name, size, width, height, checksum, now, now)
  }
  database.prepare('update spaces set fileCount = ?, totalSize = ?').run(images, images * size)
  database.exec('commit')
  database.close()
  return spaceId
}

function nameOf(number: number): string {
  return `image_${String(number).padStart(7, '0')}.png`
}

async function writeDocument(file: string): Promise<number> {
  async function* text() {
    const categories = Array.from({ length: 80 }, (_, id) => ({ id: id + 1, name: `class ${id}`, supercategory: '' }))
    yield `{"info":{},"licenses":[],"categories":${JSON.stringify(categories)},"images":[`
    for (let id = 0; id < images; id += 1) {
      yield `${id === 0 ? '' : ','}\n${JSON.stringify({ id, width, height, file_name: nameOf(id), license: 0 })}`
    }
    yield '],"annotations":['
    for (let id = 0; id < boxes; id += 1) {
      const box = [(id * 7) % 600, (id * 11) % 440, 10.25 + (id % 20), 12.5 + (id % 17)]
      const [, , wide = 0, high = 0] = box
      const more = { area: wide * high, iscrowd: 0, segmentation: [] }
      const entry = { id, image_id: id % images, category_id: (id % 80) + 1, bbox: box, ...more }
      yield `${id === 0 ? '' : ','}\n${JSON.stringify(entry)}`
    }
    yield ']}\n'
  }
  await pipeline(Readable.from(text()), createWriteStream(file))
  return statSync(file).size
}

async function datasetOf(now: BenchServer, spaceId: string, name: string): Promise<string> {
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const { id: datasetId } = await now.call(datasetEndpoints.createDataset, { body: { name, ...kind, spaceId } })
  for (;;) {
    const { status } = await now.call(datasetEndpoints.getDataset, { params: { datasetId } })
    if (status === 'success') return datasetId
    await sleep(200)
  }
}

async function begin(now: BenchServer, datasetId: string, file: string): Promise<string> {
  const path = pathOf(datasetImportEndpoints.uploadImportFile, { params: { datasetId }, query: { name: 'all.json' } })
  const body = Readable.toWeb(createReadStream(file)) as unknown as BodyInit
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await now.fetch(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit & {
    headers: Record<string, string>
  })
  const { data: sent } = (await response.json()) as { data: { id: string } }
  const source = { uploadId: sent.id }
  return (await now.call(datasetImportEndpoints.createImport, { params: { datasetId }, body: { source } })).id
}

/** Waits until an import is so far; answers it. */
async function until(now: BenchServer, importId: string, reached: (row: DatasetImport) => boolean) {
  for (;;) {
    const row = await now.call(datasetImportEndpoints.getImport, { params: { importId } })
    if (reached(row) || ['success', 'failed', 'stopped'].includes(row.status)) return row
    await sleep(100)
  }
}

function check(row: DatasetImport, what: string): void {
  const { status, done, problemCount, error } = row
  if (status !== 'success' || done.images !== images || done.annotations !== boxes || problemCount > 0) {
    problems.push(`${what}: ${status}, ${JSON.stringify(done)}, ${problemCount} problems, ${error?.en ?? ''}`)
  }
}

async function bench(): Promise<void> {
  const spaceId = await prepare()
  const file = join(data, 'all.json')
  const size = await writeDocument(file)
  console.log(`${images} images, ${boxes} boxes: ${(size / 1e6).toFixed(0)} MB`)
  server = await startServer(data)
  const first = await datasetOf(server, spaceId, 'first')
  const second = await datasetOf(server, spaceId, 'second')

  let from = performance.now()
  const plain = await begin(server, first, file)
  console.log(`sent in ${seconds(from).toFixed(1)} s`)
  from = performance.now()
  await until(server, plain, ({ status }) => status !== 'reading')
  const reading = seconds(from)
  const ended = await until(server, plain, () => false)
  const all = seconds(from)
  check(ended, 'import')
  const rate = (time: number) => `${(images / time).toFixed(0)} images/s, ${(boxes / time).toFixed(0)} boxes/s`
  console.log(`read in ${reading.toFixed(1)} s (${(size / 1e6 / reading).toFixed(1)} MB/s, ${rate(reading)})`)
  console.log(
    `written in ${(all - reading).toFixed(1)} s (${rate(all - reading)}); ${all.toFixed(1)} s in all (${rate(all)})`,
  )
  console.log(`memory at most ${server.memory().most.toFixed(0)} MiB`)
  if (server.memory().most > limits.memory) problems.push('the import took too much memory')

  const cut = await begin(server, second, file)
  const stages = [
    (row: DatasetImport) => row.status !== 'reading' || row.findings.images > images / 3,
    (row: DatasetImport) => row.status === 'importing' && row.done.images > images / 3,
  ]
  for (const reached of stages) {
    const { status, findings, done } = await until(server, cut, reached)
    process.kill(server.pid, 'SIGKILL')
    await sleep(500)
    console.log(`killed while ${status}: ${findings.images} read, ${done.images} written`)
    server = await startServer(data)
  }
  check(await until(server, cut, () => false), 'import over SIGKILL')
  console.log(`goes on after both; memory at most ${server.memory().most.toFixed(0)} MiB`)
  if (server.memory().most > limits.memory) problems.push('the import over SIGKILL took too much memory')
  await server.stop()

  server = await startServer(data)
  await exporting(server, first)
}

async function exporting(now: BenchServer, datasetId: string): Promise<void> {
  await sleep(3_000)
  const before = now.memory().now
  let from = performance.now()
  let made = await now.call(datasetExportEndpoints.createExport, { params: { datasetId }, body: { format: 'coco' } })
  while (made.status === 'preparing') {
    await sleep(100)
    made = await now.call(datasetExportEndpoints.getExport, { params: { exportId: made.id } })
  }
  if (made.images !== images || made.annotations !== boxes) problems.push(`the export has ${made.annotations} boxes`)
  console.log(`export prepared in ${seconds(from).toFixed(1)} s, ${(made.size / 1e6).toFixed(0)} MB`)
  const path = pathOf(datasetExportEndpoints.downloadExport, { params: { exportId: made.id } })
  const target = join(data, 'all.zip')
  const half = Math.floor(made.size / 2)
  const fetched = async (range: string, flags: string) => {
    const response = await now.fetch(path, { headers: { range } })
    if (response.status !== 206) problems.push(`a range was answered ${response.status}`)
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(target, { flags }))
  }
  from = performance.now()
  await fetched(`bytes=0-${half - 1}`, 'w')
  await fetched(`bytes=${half}-`, 'a')
  const time = seconds(from)
  const { most } = now.memory()
  console.log(`downloaded in two parts in ${time.toFixed(1)} s (${(made.size / 1e6 / time).toFixed(0)} MB/s)`)
  console.log(`memory ${before.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB`)
  if (most - before > limits.exporting) problems.push(`the export added ${(most - before).toFixed(0)} MiB`)
  execFileSync('unzip', ['-tqq', target], { stdio: 'inherit' })
  console.log('unzip -t passes')
}
