import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { createCall } from '../../server/src/platform/blobs/s3/connection.ts'
import { createBucketFolder } from '../../server/src/platform/blobs/s3/folder.ts'
import { testBuckets } from '../../server/src/platform/blobs/testing/s3-server.ts'
import { startBucket } from '../../server/src/areas/files/testing/in-bucket.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/start-server.ts'

/**
 * Duration and memory of scans of a bucket in place beside listing it alone, by the product's own client and by `aws s3 ls` where
 * it is installed: the first scan, and one without changes. Needs a server of S3 whose folder is known:
 * `VERMILION_TEST_S3='http://KEY:SECRET@127.0.0.1:PORT?files=/folder' npm run bench spaces/bucket -- --files 100000 --folders 200`
 * Target: seconds for a scan in those for a list, by either.
 */
const target = 1.5
const option = (name: string, usual: number) => Number(process.argv[process.argv.indexOf(name) + 1]) || usual
/** Seconds for the thumbnails of a page. */
const pageTarget = 2
const pictures = option('--pictures', 100)
const files = option('--files', 100_000)
const folders = option('--folders', 200)
/** Names of one file that its disk allows. */
const maxLinks = 20_000

const buckets = await testBuckets()
const root = new URL(process.env['VERMILION_TEST_S3'] ?? 'http://none').searchParams.get('files')
if (buckets === null || root === null) throw new Error("needs VERMILION_TEST_S3='http://KEY:SECRET@…?files=/folder'")
const bucket = await startBucket(buckets)
const home = join(root, bucket.path.slice('s3://'.length))
const machine = realpathSync(mkdtempSync(join(tmpdir(), 'vermilion-bench-')))
const signal = new AbortController().signal
try {
  await fill()
  await measure()
} finally {
  for (const made of [home, machine]) rmSync(made, { recursive: true, force: true })
  bucket.proxy.close()
}

/** Puts some objects, and names their files again: as many objects with the marks of the server. */
async function fill(): Promise<void> {
  for (let folder = 0; folder < folders; folder++) mkdirSync(join(home, `many/folder ${folder}`), { recursive: true })
  for (let file = 0; file < files; file++) {
    const source = `sources/${Math.floor(file / maxLinks)}.txt`
    if (file % maxLinks === 0) await bucket.put(source)
    linkSync(join(home, source), join(home, 'many', `folder ${file % folders}`, `measurement ${file}.txt`))
  }
}

async function measure(): Promise<void> {
  const server = await startTestServer({ environment: { VERMILION_ROOTS: machine } })
  const delay = monitorEventLoopDelay({ resolution: 1 })

  async function timed(name: string, work: () => Promise<unknown>): Promise<number> {
    let memory = 0
    const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 50)
    const cpuAtStart = process.cpuUsage()
    const from = performance.now()
    delay.reset()
    delay.enable()
    await work()
    delay.disable()
    clearInterval(watch)
    const seconds = (performance.now() - from) / 1_000
    const { user, system } = process.cpuUsage(cpuAtStart)
    const [p99, max] = [delay.percentile(99), delay.max].map((each) => (each / 1e6).toFixed(1))
    console.log(
      `${name}: ${seconds.toFixed(2)} s (${((user + system) / 1e6).toFixed(1)} s of processors), event loop p99 ${p99} ms, longest ${max} ms, ${Math.round(memory / 2 ** 20)} MiB`,
    )
    return seconds
  }

  console.log(`${files} objects in ${folders} folders`)
  const { bucket: name, prefix } = {
    bucket: bucket.path.split('/')[2] ?? '',
    prefix: bucket.path.split('/').slice(3).join('/'),
  }
  const access = { bucket: name, endpoint: bucket.endpoint, region: 'us-east-1', isPathStyle: true }
  const folder = createBucketFolder(createCall(access, buckets!.keys), name, `${prefix}/many`)
  const list = async () => {
    let count = 0
    for await (const page of folder.list({ signal })) count += page.length
    if (count !== files) throw new Error(`${count} of ${files} objects are listed`)
  }
  const lists = [await timed('list', list), await timed('list again', list)]
  const byTool = await secondsOfTool(`s3://${name}/${prefix}/many/`)
  console.log(byTool === undefined ? 'aws is not installed' : `list by aws s3 ls: ${byTool.toFixed(2)} s`)
  const storageId = await bucket.addStorage(server, 'direct', bucket.endpoint)
  const body = { name: 'bucket', path: `${bucket.path}/many`, storageId }
  let spaceId = ''
  const space = () => server.call(spaceEndpoints.getSpace, { params: { spaceId } })
  const scanned = async () => {
    while ((await space()).status === 'processing') await sleep(50)
  }
  const first = await timed('first scan', async () => {
    spaceId = (await server.call(spaceEndpoints.createSpace, { body })).id
    await scanned()
  })
  if ((await space()).fileCount !== files) throw new Error('not all objects are in the index')
  const again = await timed('scan with nothing changed', async () => {
    await server.call(scanEndpoints.scanSpace, { params: { spaceId }, body: {} })
    await scanned()
  })
  await showPages(server, storageId)
  const compare = (name: string, list: number) =>
    console.log(`first scan ${(first / list).toFixed(2)}, later scan ${(again / list).toFixed(2)} times ${name}`)
  compare(`the list by the own client (target ${target})`, Math.min(...lists))
  if (byTool !== undefined) compare(`the list by aws s3 ls (target ${target})`, byTool)
  await server.stop()
}

/** Undefined where the tool is not installed. */
async function secondsOfTool(address: string): Promise<number | undefined> {
  const { accessKeyId, secretAccessKey } = buckets!.keys
  const env = { ...process.env, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  const order = ['s3', 'ls', '--recursive', '--region', 'us-east-1', '--endpoint-url', bucket.endpoint, address]
  const from = performance.now()
  const child = spawn('aws', order, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await once(child, 'exit').then(
    ([status]) => status as number,
    () => undefined,
  )
  if (code === undefined) return undefined
  if (code !== 0) throw new Error(`aws s3 ls ended with ${code}`)
  return (performance.now() - from) / 1_000
}

/** A page of thumbnails that nobody has seen, as a browser asks for them: some at a time. Beside it those of a folder on the disk. */
async function showPages(server: TestServer, storageId: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const make = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal', noise } })
      .jpeg()
      .toBuffer()
  for (const folder of ['disk', 'again']) mkdirSync(join(machine, folder))
  for (let file = 0; file < pictures; file++) {
    await bucket.put(`pictures/${file}.jpg`, await make())
    for (const folder of ['disk', 'again']) writeFileSync(join(machine, folder, `${file}.jpg`), await make())
  }
  // The first page starts the programs that read pictures.
  const first = await secondsOfPage(server, { name: 'disk', path: join(machine, 'disk') })
  const inBucket = await secondsOfPage(server, { name: 'page', path: `${bucket.path}/pictures`, storageId })
  const onDisk = await secondsOfPage(server, { name: 'again', path: join(machine, 'again') })
  const text = `${inBucket.toFixed(2)} s, of a folder on the disk ${first.toFixed(2)} and ${onDisk.toFixed(2)} s`
  console.log(`${pictures} thumbnails of a bucket: ${text} (target ${pageTarget})`)
}

async function secondsOfPage(server: TestServer, body: { name: string; path: string; storageId?: string }) {
  const params = { spaceId: (await server.call(spaceEndpoints.createSpace, { body })).id }
  while ((await server.call(spaceEndpoints.getSpace, { params })).status === 'processing') await sleep(10)
  const { items } = await server.call(fileEndpoints.listFiles, { params, query: { limit: pictures } })
  const from = performance.now()
  const unseen = items.values()
  const next = async () => {
    for (const { id } of unseen) {
      const response = await server.fetch(`/files/${id}/thumbnail`)
      if (!response.ok) throw new Error(`a thumbnail is answered with ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 6 }, next))
  return (performance.now() - from) / 1_000
}
