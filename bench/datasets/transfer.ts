import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import type { DatasetExport } from '@vermilion/contract/datasets/exports'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { pathOf } from '@vermilion/contract/kernel/request'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { nameOf, preparePictures } from './ground/pictures.ts'

/**
 * Import of a COCO document with a million boxes into a dataset of 100,000 images, and export with images: speed, memory, and
 * equal results when SIGKILL interrupts an import, export or download. `npm run bench datasets/transfer`; `--images` sets the
 * number.
 */
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const images = Number(option('--images') ?? 100_000)
const boxesOfOne = 10
const boxes = images * boxesOfOne
/** MiB of the server in total, and added by an export. */
const limits = { memory: 600, exporting: 150 }
const [width, height] = [640, 480]
/** Distinct pictures: each is a file of the store, read once for export. */
const contents = Math.min(images, 20_000)

const data = mkdtempSync(join(tmpdir(), 'vermilion-transfer-'))
const target = join(data, 'all.zip')
const problems: string[] = []
const seconds = (since: number) => (performance.now() - since) / 1_000
let server: BenchServer | undefined
const start = performance.now()
try {
  await bench()
} finally {
  await server?.stop()
  rmSync(data, { recursive: true, force: true })
}
console.log(`${seconds(start).toFixed(0)} s in all`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** Prints the duration of a part. */
async function timed<Made>(what: string, part: () => Promise<Made>): Promise<Made> {
  const from = performance.now()
  const made = await part()
  console.log(`${what}: ${seconds(from).toFixed(1)} s`)
  return made
}

async function killed(now: BenchServer): Promise<BenchServer> {
  server = undefined
  process.kill(now.pid, 'SIGKILL')
  await sleep(500)
  server = await startServer(data)
  return server
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

/** Waits for a state of an import and returns it. */
async function until(now: BenchServer, importId: string, isReached: (row: DatasetImport) => boolean) {
  for (;;) {
    const row = await now.call(datasetImportEndpoints.getImport, { params: { importId } })
    if (isReached(row) || ['success', 'failed', 'stopped'].includes(row.status)) return row
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
  const spaceId = await timed(`a space of ${images} images, ${contents} different`, () =>
    preparePictures(data, { images, contents, width, height }),
  )
  const file = join(data, 'all.json')
  const size = await timed('the document', () => writeDocument(file))
  console.log(`${images} images, ${boxes} boxes: ${(size / 1e6).toFixed(0)} MB`)
  const now = await startServer(data)
  server = now
  const first = await timed('the first dataset', () => datasetOf(now, spaceId, 'first'))
  const second = await timed('the second dataset', () => datasetOf(now, spaceId, 'second'))
  await importing(now, first, { file, size })
  const again = await importingOverKills(now, second, file)
  await again.stop()

  server = await startServer(data)
  const exported = await exporting(server, first)
  await exportingOverKills(server, first, exported)
}

async function importing(now: BenchServer, datasetId: string, { file, size }: { file: string; size: number }) {
  const importId = await timed('import sent', () => begin(now, datasetId, file))
  const from = performance.now()
  await until(now, importId, ({ status }) => status !== 'reading')
  const reading = seconds(from)
  const finished = await until(now, importId, () => false)
  const all = seconds(from)
  check(finished, 'import')
  const rate = (time: number) => `${(images / time).toFixed(0)} images/s, ${(boxes / time).toFixed(0)} boxes/s`
  console.log(`read in ${reading.toFixed(1)} s (${(size / 1e6 / reading).toFixed(1)} MB/s, ${rate(reading)})`)
  console.log(
    `written in ${(all - reading).toFixed(1)} s (${rate(all - reading)}); ${all.toFixed(1)} s in all (${rate(all)})`,
  )
  requireMemory(now, 'the import')
}

function requireMemory(now: BenchServer, what: string): void {
  const { most } = now.memory()
  console.log(`${what}: memory at most ${most.toFixed(0)} MiB`)
  if (most > limits.memory) problems.push(`${what} took too much memory`)
}

async function importingOverKills(running: BenchServer, datasetId: string, file: string): Promise<BenchServer> {
  const from = performance.now()
  let now = running
  const importId = await begin(now, datasetId, file)
  const stages = [
    (row: DatasetImport) => row.status !== 'reading' || row.findings.images > images / 3,
    (row: DatasetImport) => row.status === 'importing' && row.done.images > images / 3,
  ]
  for (const isReached of stages) {
    const { status, findings, done } = await until(now, importId, isReached)
    now = await killed(now)
    console.log(`killed while ${status}: ${findings.images} read, ${done.images} written`)
  }
  check(await until(now, importId, () => false), 'import over SIGKILL')
  console.log(`the import goes on after both: ${seconds(from).toFixed(1)} s`)
  requireMemory(now, 'the import over SIGKILL')
  return now
}

function beginExport(now: BenchServer, datasetId: string): Promise<DatasetExport> {
  return now.call(datasetExportEndpoints.createExport, { params: { datasetId }, body: { format: 'coco' } })
}

/** Waits for a state of an export and returns it. */
async function untilExport(now: BenchServer, exportId: string, isReached: (row: DatasetExport) => boolean) {
  for (;;) {
    const row = await now.call(datasetExportEndpoints.getExport, { params: { exportId } })
    if (isReached(row) || row.status !== 'preparing') return row
    await sleep(50)
  }
}

function checkExport({ status, images: has, annotations }: DatasetExport, what: string): void {
  if (status === 'ready' && has === images && annotations === boxes) return
  problems.push(`${what}: ${status}, ${has} images and ${annotations} boxes`)
}

async function download(now: BenchServer, { id: exportId }: DatasetExport, range: string, flags: string) {
  const path = pathOf(datasetExportEndpoints.downloadExport, { params: { exportId } })
  const response = await now.fetch(path, { headers: { range: `bytes=${range}` } })
  if (response.status !== 206) problems.push(`a range was answered ${response.status}`)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(target, { flags }))
}

function test(): void {
  execFileSync('unzip', ['-tqq', target], { stdio: 'inherit' })
}

async function exporting(now: BenchServer, datasetId: string): Promise<DatasetExport> {
  await sleep(3_000)
  const memoryAtStart = now.memory().now
  const made = await timed('export prepared', async () => {
    const { id } = await beginExport(now, datasetId)
    return untilExport(now, id, () => false)
  })
  checkExport(made, 'export')
  console.log(`${(made.size / 1e6).toFixed(0)} MB; memory at most ${now.memory().most.toFixed(0)} MiB`)
  const half = Math.floor(made.size / 2)
  const from = performance.now()
  await download(now, made, `0-${half - 1}`, 'w')
  await download(now, made, `${half}-`, 'a')
  const time = seconds(from)
  const { most } = now.memory()
  console.log(`downloaded in two parts in ${time.toFixed(1)} s (${(made.size / 1e6 / time).toFixed(0)} MB/s)`)
  console.log(`the export: memory ${memoryAtStart.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB`)
  if (most - memoryAtStart > limits.exporting)
    problems.push(`the export added ${(most - memoryAtStart).toFixed(0)} MiB`)
  await timed('unzip -t', async () => test())
  return made
}

/** Kills the server during preparation and during download. */
async function exportingOverKills(running: BenchServer, datasetId: string, { size }: DatasetExport): Promise<void> {
  const from = performance.now()
  const { id } = await beginExport(running, datasetId)
  const exportRow = await untilExport(running, id, ({ progress }) => (progress?.done ?? 0) > images / 4)
  let now = await killed(running)
  console.log(`killed while ${exportRow.status}: ${exportRow.progress?.done ?? 0} images behind`)
  const made = await untilExport(now, id, () => false)
  checkExport(made, 'export over SIGKILL')
  if (made.size !== size) problems.push(`the export over SIGKILL has ${made.size} bytes instead of ${size}`)
  const half = Math.floor(made.size / 2)
  await download(now, made, `0-${half - 1}`, 'w')
  // A client with the part received before the kill requests the rest.
  const cut = download(now, made, `${half}-`, 'a').then(
    () => 'ended before the server was cut off',
    () => 'cut off',
  )
  await sleep(100)
  now = await killed(now)
  const how = await cut
  const arrived = statSync(target).size
  console.log(`download ${how}: ${(arrived / 1e6).toFixed(0)} of ${(size / 1e6).toFixed(0)} MB`)
  if (arrived < size) await download(now, made, `${arrived}-`, 'a')
  test()
  console.log(`the export and its download go on after SIGKILL: ${seconds(from).toFixed(1)} s; unzip -t passes`)
  requireMemory(now, 'the export over SIGKILL')
}
