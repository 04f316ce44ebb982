/**
 * Uploads into a bucket: `npm run bench object-storage/uploads [--files 10000] [--rounds 3] [--large 4000]`, with the address of
 * a server of S3 in VERMILION_TEST_S3. In each round, against the same server of S3:
 *
 * 1. files of 60 kB, in packs as the console sends them, beside plain puts by the client of AWS, and beside `s5cmd` or `aws s3
 *    cp` where one is installed (at least half their speed), and beside the same upload into a store on the disk (at most 3 ms
 *    more of the processors for each file);
 * 2. one file of `--large` MB in pieces, as the console sends it, beside the same tool (at least 0.8× its speed).
 *
 * Where client, server and S3 share the processors of one machine, those are the limit of the large file. `--line 100` sends it,
 * and lets the tool send it, over a line of so many MB a second, as most networks have. The memory of the server is told too.
 */
import { randomBytes, randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadChunkSize } from '../../contract/src/files.ts'
import { uploadPackFiles, uploadPackSize } from '../../contract/src/files/uploads.ts'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { beginUpload, uploadAddress } from '../../server/src/testing/upload.ts'
import { uploadPacked } from '../../server/src/testing/upload-pack.ts'
import { processorSeconds } from '../spaces/ground/processor-seconds.ts'
import { startServer, type BenchServer } from '../spaces/ground/server.ts'
import { sendPiece } from './ground/send-piece.ts'
import { copyByTool, createPut, storeVariables, toolName } from './ground/bucket.ts'

const option = (name: string, usual: number) =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual
const files = option('--files', 10_000)
const rounds = option('--rounds', 3)
const largeMegabytes = option('--large', 4_000)
/** MB a second; endless unless it is named. */
const line = option('--line', Number.POSITIVE_INFINITY)
const size = 60_000
/** Packs, and plain puts, that are sent at the same time. */
const [packsAtOnce, putsAtOnce] = [4, 16]
const goals = { small: 0.5, large: 0.8, processorMs: 3, moreMebibytes: 150 }

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
const rate = (seconds: number, megabytes: number) =>
  `${seconds.toFixed(2).padStart(8)} s  ${(megabytes / seconds).toFixed(0)} MB/s`
const say = (name: string, what: string) => console.log(`${name.padEnd(52)}${what}`)
function judge(name: string, value: number, goal: number, isAtLeast: boolean): void {
  say(name, `${value.toFixed(2)} (goal: at ${isAtLeast ? 'least' : 'most'} ${goal})`)
  if (isAtLeast ? value < goal : value > goal) process.exitCode = 1
}

async function inTurns(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return (performance.now() - startedAt) / 1_000
}

const ground = mkdtempSync(join(tmpdir(), 'vermilion-bench-bucket-'))
const folder = join(ground, 'files')
const nameOf = (index: number) => `${String(index).padStart(5, '0')}.jpg`
const servers: BenchServer[] = []

async function openServer(name: string, environment: Record<string, string>) {
  const server = await startServer(join(ground, name), environment)
  servers.push(server)
  // Loads what the first upload loads.
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'first', path: 'first' } })
  await uploadPacked(server, id, [{ path: 'first', content: randomBytes(100) }])
  return server
}

/** Sends files in packs of the console's size. */
async function uploadFiles(server: BenchServer, space: string) {
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: space, path: space } })
  const perPack = Math.min(uploadPackFiles, Math.floor(uploadPackSize / size))
  const previous = processorSeconds(server.pid)
  const seconds = await inTurns(Math.ceil(files / perPack), packsAtOnce, async (pack) => {
    const names = Array.from({ length: Math.min(perPack, files - pack * perPack) }, (_, index) =>
      nameOf(pack * perPack + index),
    )
    const contents = await Promise.all(names.map((name) => readFile(join(folder, name))))
    const results = await uploadPacked(
      server,
      id,
      contents.map((content, index) => ({ path: names[index]!, content })),
    )
    if (results.some(({ outcome }) => outcome !== 'taken')) throw new Error('a file was not taken')
  })
  return { seconds, processorMs: ((processorSeconds(server.pid) - previous) * 1_000) / files }
}

async function uploadLarge(server: BenchServer, path: string, name: string): Promise<number> {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  const file = await open(path)
  const total = (await file.stat()).size
  const startedAt = performance.now()
  const address = uploadAddress(await beginUpload(server, { spaceId, path: 'large.bin' }, total))
  const part = Buffer.alloc(uploadChunkSize)
  for (let offset = 0; offset < total;) {
    const { bytesRead } = await file.read(part, 0, part.length, offset)
    await sendPiece(server, address, offset, part.subarray(0, bytesRead))
    offset += bytesRead
    const pause = offset / (line * 1_000) - (performance.now() - startedAt)
    if (pause > 0) await sleep(pause)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  await file.close()
  return seconds
}

async function compareSmall(): Promise<void> {
  mkdirSync(folder)
  for (let index = 0; index < files; index += 1) await writeFile(join(folder, nameOf(index)), randomBytes(size))
  const [bucket, disk] = [await openServer('bucket', storeVariables()), await openServer('disk', {})]
  const [puts, tools, more]: [number[], number[], number[]] = [[], [], []]
  for (let round = 1; round <= rounds; round += 1) {
    // Contents that are there already would be sent again all the same; fresh ones are what is measured.
    const put = createPut()
    const plain = await inTurns(files, putsAtOnce, async (index) =>
      put(nameOf(index), await readFile(join(folder, nameOf(index)))),
    )
    const byTool = toolName === null ? undefined : await copyByTool(folder, true)
    const own = await uploadFiles(bucket, `round-${round}`)
    const onDisk = await uploadFiles(disk, `round-${round}`)
    const megabytes = (files * size) / 1e6
    say(`round ${round}: puts by the client of AWS, ${putsAtOnce} at once`, rate(plain, megabytes))
    if (byTool !== undefined) say(`round ${round}: ${toolName}`, rate(byTool, megabytes))
    say(`round ${round}: the product`, `${rate(own.seconds, megabytes)}, ${own.processorMs.toFixed(1)} ms CPU a file`)
    say(
      `round ${round}: on the disk`,
      `${rate(onDisk.seconds, megabytes)}, ${onDisk.processorMs.toFixed(1)} ms CPU a file`,
    )
    puts.push(plain / own.seconds)
    if (byTool !== undefined) tools.push(byTool / own.seconds)
    more.push(own.processorMs - onDisk.processorMs)
  }
  judge('speed beside puts by the client, median', median(puts), goals.small, true)
  if (toolName !== null) judge(`speed beside ${toolName}, median`, median(tools), goals.small, true)
  judge('ms of the processors a file above the disk, median', median(more), goals.processorMs, false)
  const [here, there] = [disk.memory(), bucket.memory()]
  judge('MiB at most above the disk', there.most - here.most, goals.moreMebibytes, false)
  for (const server of servers.splice(0)) await server.stop()
  rmSync(folder, { recursive: true })
}

async function compareLarge(): Promise<void> {
  const path = join(ground, 'large.bin')
  const file = await open(path, 'w')
  const part = Buffer.allocUnsafe(10_000_000)
  for (let written = 0; written < largeMegabytes; written += 10) await file.write(randomFillSync(part))
  await file.close()
  const server = await openServer('large', storeVariables())
  const { now } = server.memory()
  const ratios: number[] = []
  for (let round = 1; round <= Math.min(rounds, 3); round += 1) {
    const byTool = toolName === null ? undefined : await copyByTool(path, false, line)
    const previous = processorSeconds(server.pid)
    const own = await uploadLarge(server, path, `large-${round}`)
    const processor = processorSeconds(server.pid) - previous
    if (byTool !== undefined) say(`round ${round}: ${toolName}, one file`, rate(byTool, largeMegabytes))
    say(`round ${round}: the product, one file`, `${rate(own, largeMegabytes)}, ${processor.toFixed(1)} s CPU`)
    if (byTool !== undefined) ratios.push(byTool / own)
  }
  if (toolName !== null) judge(`speed of a large file beside ${toolName}, median`, median(ratios), goals.large, true)
  judge('MiB at most above the start', server.memory().most - now, goals.moreMebibytes, false)
  await rm(path)
}

try {
  if (files > 0) await compareSmall()
  if (largeMegabytes > 0) await compareLarge()
} finally {
  for (const server of servers) await server.stop()
  rmSync(ground, { recursive: true, force: true, maxRetries: 5 })
}
