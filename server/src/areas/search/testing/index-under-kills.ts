import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { imageSearchEndpoints, maxSimilar } from '@vermilion/contract/image-search'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { looks, patternPicture } from './patterns.ts'

const random = createRandom(testSeed)
const listedAtOnce = 500
const deletedAtOnce = 1_000

export function testIndexUnderKills({ images, kills }: { images: number; kills: number }): void {
  let data = ''
  let spaceId = ''
  let server: KillableServer

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    const first = await startTestServer({ data })
    spaceId = (await first.call(spaceEndpoints.createSpace, { body: { name: 'pictures', path: 'pictures' } })).id
    for (let k = 0; k < images; k += 1) {
      const content = await patternPicture(looks[k % looks.length]!, Math.floor(k / looks.length), k)
      await first.app.files.addFile({ spaceId, path: `${String(k).padStart(6, '0')}.png`, source: sourceOf(content) })
    }
    await first.platform.jobs.settled()
    await first.stop()
    server = createKillableServer(data)
  }, 1_200_000)
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  const indexNow = () => server.call(imageSearchEndpoints.getSearchIndex, {})

  test(
    `R2.31 an index goes on after ${kills} kills, has each picture, and no deleted one (seed ${testSeed})`,
    { timeout: 3_600_000 },
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

      const files = await filesIn(server, spaceId)
      expect(files).toHaveLength(images)
      const deleted = new Set(files.filter((_, k) => k % 7 === 3))
      const ids = [...deleted].map(({ id }) => id)
      for (let at = 0; at < ids.length; at += deletedAtOnce) {
        const selection = { fileIds: ids.slice(at, at + deletedAtOnce) }
        await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection } })
      }
      await server.kill()
      await server.start()
      const remaining = files.filter((file) => !deleted.has(file))
      const remainingIds = new Set(remaining.map(({ id }) => id))
      const contents = new Set(remaining.map(({ checksum }) => checksum))
      const queried = [...remainingIds]
      for (let turn = 0; ; turn += 1) {
        const query = {
          mode: 'image',
          fileId: queried[(turn * 97) % queried.length]!,
          limit: 500,
          threshold: 0,
        } as const
        const { items, total } = await server.call(imageSearchEndpoints.searchImages, { query })
        expect(items.filter(({ file }) => !remainingIds.has(file.id))).toEqual([])
        const { isBuilding, bytes } = await indexNow()
        const isComplete = total === Math.min(maxSimilar, remainingIds.size) - 1
        if (!isBuilding && isComplete && bytes === contents.size * (512 + 4 + 64 + 1)) break
        await delay(50)
      }
    },
  )
}

async function filesIn({ call }: Pick<KillableServer, 'call'>, spaceId: string): Promise<SpaceFile[]> {
  const files: SpaceFile[] = []
  for (let offset = 0; ; offset += listedAtOnce) {
    const query = { limit: listedAtOnce, offset }
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query })
    files.push(...items)
    if (items.length < listedAtOnce) return files
  }
}

async function* sourceOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
