import { randomFillSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { buildOf, startBuild, thisBuild } from './ground/build.ts'
import type { Build, BuildServer } from './ground/build.ts'
import { sendPack } from './ground/pack.ts'

/**
 * From the first byte of some thousand pictures to a dataset that can be labeled, by this build and by an earlier one in turns:
 * `npm run bench load/datasets [images] [rounds] [commit]`. A goal of 8 s is for 2,000 images, from the press that creates the
 * dataset; while pictures are still examined behind, a page of the dataset takes at most 100 ms (p95).
 */
const [images = 2_000, rounds = 2] = process.argv.slice(2, 4).map(Number)
const commit = process.argv[4] ?? '90395849'
const goals = { seconds: 8 * (images / 2_000), page: 100 }
const inPack = 20

function makePhotograph(): Promise<Buffer> {
  const noise = randomFillSync(Buffer.alloc(160 * 120 * 3))
  const image = sharp(noise, { raw: { width: 160, height: 120, channels: 3 } })
  return image.resize(1_280, 960).jpeg({ quality: 80 }).toBuffer()
}

const seconds = (since: number) => (performance.now() - since) / 1_000

async function timeOf(server: BuildServer, round: number) {
  const name = `round ${round}`
  const space = await server.call<{ id: string }>('POST', '/spaces', { name, path: `round-${round}` })
  const startedAt = performance.now()
  for (let at = 0; at < images; at += inPack) {
    const files = Array.from({ length: Math.min(inPack, images - at) }, (_, index) => ({
      path: `${round}/${at + index}.jpg`,
      // Trailing bytes make it unique.
      content: Buffer.concat([photograph, Buffer.from(`${name}, image ${at + index}`)]),
    }))
    await sendPack(server, space.id, files)
  }
  const uploaded = seconds(startedAt)
  const created = performance.now()
  const order = { name, format: 'coco', type: 'image', labelType: 'target-detection', labels: [{ name: 'dirt' }] }
  const { id } = await server.call<{ id: string }>('POST', '/datasets', { ...order, spaceId: space.id })
  const pages: number[] = []
  let first = 0
  for (let total = 0, status = ''; status !== 'success';) {
    const requestedAt = performance.now()
    total = (await server.call<{ total: number }>('GET', `/datasets/${id}/items?limit=50`)).total
    pages.push(performance.now() - requestedAt)
    if (total > 0 && first === 0) first = seconds(created)
    status = (await server.call<{ status: string }>('GET', `/datasets/${id}`)).status
    await wait(100)
  }
  const complete = seconds(created)
  const isExamining = async () => {
    const works = await server.call<{ kind: string; status: string }[]>('GET', '/work')
    return works.some(({ kind, status }) => kind === 'examination' && (status === 'running' || status === 'waiting'))
  }
  while (await isExamining()) {
    const requestedAt = performance.now()
    await server.call('GET', `/datasets/${id}/items?limit=50&offset=${Math.floor(images / 2)}`)
    pages.push(performance.now() - requestedAt)
    await wait(250)
  }
  const page = pages.toSorted((a, b) => a - b)[Math.floor(0.95 * (pages.length - 1))] ?? 0
  return { uploaded, first, complete, examined: seconds(created), page }
}

const photograph = await makePhotograph()
const baseline = buildOf(commit)
const results = new Map<Build, Awaited<ReturnType<typeof timeOf>>[]>([
  [baseline, []],
  [thisBuild, []],
])
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const build of round % 2 === 0 ? [baseline, thisBuild] : [thisBuild, baseline]) {
      const server = await startBuild(build)
      try {
        const times = await timeOf(server, round)
        results.get(build)?.push(times)
        console.log(
          `${build.name}: uploaded in ${times.uploaded.toFixed(1)} s, the first image after ${times.first.toFixed(1)} s, all of ${images} after ` +
            `${times.complete.toFixed(1)} s, examined after ${times.examined.toFixed(1)} s, a page meanwhile ${times.page.toFixed(0)} ms at p95`,
        )
      } finally {
        await server.stop()
      }
    }
  }
} finally {
  baseline.remove()
}
const median = (build: Build, of: 'complete' | 'page') => {
  const values = (results.get(build) ?? []).map((times) => times[of]).toSorted((a, b) => a - b)
  return values[values.length >> 1] ?? 0
}
const [was, is, page] = [median(baseline, 'complete'), median(thisBuild, 'complete'), median(thisBuild, 'page')]
const isReached = is <= goals.seconds && page <= goals.page
console.log(
  `${isReached ? 'reached' : 'not reached'}: ${is.toFixed(1)} s (goal ${goals.seconds}), was ${was.toFixed(1)} s; a page ${page.toFixed(0)} ms (goal ${goals.page})`,
)
process.exitCode = isReached ? 0 : 1
