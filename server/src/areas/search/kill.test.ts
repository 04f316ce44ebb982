import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../testing/seeded-random.ts'
import { startTestServer } from '../../testing/start-server.ts'
import { looks, patternPicture } from './testing/patterns.ts'

const images = 72
const kills = 2
const random = createRandom(testSeed)
let data = ''
let spaceId = ''
let server: KillableServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  const first = await startTestServer({ data })
  spaceId = (await first.call(spaceEndpoints.createSpace, { body: { name: 'pictures', path: 'pictures' } })).id
  for (let k = 0; k < images; k += 1) {
    const content = await patternPicture(looks[k % looks.length]!, Math.floor(k / looks.length))
    await first.app.files.addFile({ spaceId, path: `${String(k).padStart(4, '0')}.png`, source: sourceOf(content) })
  }
  await first.platform.jobs.settled()
  await first.stop()
  server = createKillableServer(data)
}, 300_000)
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

const indexNow = () => server.call(imageSearchEndpoints.getSearchIndex, {})

test(
  `R2.31 an index goes on after ${kills} kills, has each picture, and no deleted one (seed ${testSeed})`,
  { timeout: 600_000 },
  async () => {
    await server.start()
    await server.call(imageSearchEndpoints.buildSearchIndex, { body: {} })
    let previous = 0
    for (let kill = 0; kill < kills; kill += 1) {
      for (;;) {
        const { indexed } = await indexNow()
        expect(indexed).toBeGreaterThanOrEqual(previous)
        previous = indexed
        if (indexed > (images * (kill + 0.3)) / (kills + 1)) break
        await delay(20)
      }
      await delay(random() * 200)
      await server.kill()
      await server.start()
    }
    for (let index = await indexNow(); index.indexed < images || index.isBuilding; index = await indexNow())
      await delay(50)

    const listed = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
    const files = listed.items
    const deleted = files.filter((_, k) => k % 7 === 3)
    const selection = { fileIds: deleted.map(({ id }) => id) }
    await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection } })
    await server.kill()
    await server.start()
    const remaining = files.filter((file) => !deleted.includes(file))
    const remainingIds = new Set(remaining.map(({ id }) => id))
    const contents = new Set(remaining.map(({ checksum }) => checksum))
    const [some] = remainingIds
    const query = { mode: 'image', fileId: some!, limit: 500 } as const
    for (;;) {
      const { items, total } = await server.call(imageSearchEndpoints.searchImages, { query })
      expect(items.filter(({ file }) => !remainingIds.has(file.id))).toEqual([])
      const { isBuilding, bytes } = await indexNow()
      // A vector for each content that is left, and no other.
      if (!isBuilding && total === remainingIds.size - 1 && bytes === contents.size * (512 + 4 + 64 + 1)) break
      await delay(50)
    }
  },
)

async function* sourceOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
