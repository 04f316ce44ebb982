/**
 * A page of 100 thumbnails whose pictures lie in a bucket: `npm run bench object-storage/thumbnails [--rounds 5]`, with the address of
 * a server of S3 in VERMILION_TEST_S3. In each round all of them are looked at by six connections, as a browser has: made anew,
 * with nothing of the pictures on this machine (at most 2 s), and once more (at most 1.1× the time with pictures on the disk).
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { fileEndpoints } from '../../contract/src/files.ts'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { uploadPacked } from '../../server/src/testing/upload-pack.ts'
import { processorSeconds } from '../spaces/ground/processor-seconds.ts'
import { startServer } from '../spaces/ground/server.ts'
import { storeVariables } from './ground/bucket.ts'

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5
const [pictures, connections, repeats] = [100, 6, 5]
const goals = { first: 2, again: 1.1 }

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal', noise } })
  .jpeg({ quality: 60 })
  .toBuffer()
// Trailing bytes of a JPEG change the content and not the picture.
const files = Array.from({ length: pictures }, (_, index) => ({
  path: `${index}.jpg`,
  content: Buffer.concat([picture, randomBytes(16)]),
}))
console.log(`${pictures} pictures of ${Math.round(picture.length / 1_000)} kB`)

type Server = Awaited<ReturnType<typeof startServer>>

async function look(server: Server, ids: readonly string[]): Promise<number> {
  const rest = ids.values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const id of rest) {
        const response = await server.fetch(`/files/${id}/thumbnail`)
        if (response.status !== 200) throw new Error(`a thumbnail was answered ${response.status}`)
        await response.arrayBuffer()
      }
    }),
  )
  return (performance.now() - startedAt) / 1_000
}

const ground = mkdtempSync(join(tmpdir(), 'vermilion-bench-thumbnails-'))
const environments = { bucket: storeVariables(), disk: {} }
const servers: Server[] = []

/** Seconds of the first look and of one more, with the server started anew and nothing of the pictures beside the store. */
async function measure(name: keyof typeof environments, ids: readonly string[]) {
  for (const folder of ['cache', 'blob-copies']) rmSync(join(ground, name, folder), { recursive: true, force: true })
  const server = await startServer(join(ground, name), environments[name])
  servers.push(server)
  const first = await look(server, ids)
  const again: number[] = []
  const previous = processorSeconds(server.pid)
  for (let repeat = 0; repeat < repeats; repeat += 1) again.push(await look(server, ids))
  const processorMs = ((processorSeconds(server.pid) - previous) * 1_000) / repeats / pictures
  await servers.pop()?.stop()
  return { first, again: median(again), processorMs }
}

async function fill(name: keyof typeof environments): Promise<string[]> {
  const server = await startServer(join(ground, name), environments[name])
  servers.push(server)
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  await uploadPacked(server, spaceId, files)
  const query = { limit: 200 }
  let ids: string[] = []
  // Until the pictures were examined: this bench measures no job.
  for (let isExamined = false; !isExamined; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
    ids = items.map(({ id }) => id)
    isExamined = items.every(({ width }) => width !== null)
  }
  await servers.pop()?.stop()
  return ids
}

try {
  const [inBucket, onDisk] = [await fill('bucket'), await fill('disk')]
  const [firsts, ratios]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    // In turns, so that what is left of one does not always slow the other down.
    const isFirst = round % 2 === 1
    const early = isFirst ? await measure('bucket', inBucket) : await measure('disk', onDisk)
    const late = isFirst ? await measure('disk', onDisk) : await measure('bucket', inBucket)
    const [bucket, disk] = isFirst ? [early, late] : [late, early]
    console.log(
      `round ${round}: first ${bucket.first.toFixed(2)} s (on the disk ${disk.first.toFixed(2)} s), again ${bucket.again.toFixed(3)} s, ${bucket.processorMs.toFixed(2)} ms CPU each (${disk.again.toFixed(3)} s, ${disk.processorMs.toFixed(2)} ms)`,
    )
    firsts.push(bucket.first)
    ratios.push(bucket.again / disk.again)
  }
  const [first, again] = [median(firsts), median(ratios)]
  console.log(`first look, median: ${first.toFixed(2)} s (at most ${goals.first})`)
  console.log(`looked at again, beside the disk, median: ${again.toFixed(2)} (at most ${goals.again})`)
  if (first > goals.first || again > goals.again) process.exitCode = 1
} finally {
  for (const server of servers) await server.stop()
  rmSync(ground, { recursive: true, force: true, maxRetries: 5 })
}
