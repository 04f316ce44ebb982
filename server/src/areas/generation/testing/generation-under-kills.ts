import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints, type GeneratedImage, type Generation } from '@vermilion/contract/generations'
import type { GenerationConfigInput } from '@vermilion/contract/generations/config'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { readAll } from '../../../testing/read-all.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { runCommand } from '../../../testing/server-process.ts'

interface Plan {
  readonly images: number
  readonly kills: number
}

let data = ''
let server: KillableServer

export function testGenerationUnderKills({ images, kills }: Plan): void {
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-generation-'))
    server = createKillableServer(data)
    await server.start()
  })
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    `R4.12 ${images} images are generated once each, though the server is killed ${kills} times (seed ${testSeed})`,
    { timeout: 600_000 },
    async () => {
      const random = createRandom(testSeed)
      const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'killed', path: 'killed' } })
      const generation = await start(space.id, images)
      for (let kill = 0; kill < kills; kill += 1) {
        const enough = Math.floor((images * (kill + 0.5)) / kills)
        const { endedAt } = await until(generation, ({ made }) => made >= enough)
        expect(endedAt).toBeNull()
        await delay(random() * 120)
        await server.kill()
        await server.start()
      }
      const all = { status: 'success', made: images, kept: images, aside: 0, failed: 0 }
      expect(await until(generation)).toMatchObject(all)
      const undisturbed = await start(space.id, images)
      expect(await until(undisturbed)).toMatchObject(all)

      const rows = await imagesOf(generation)
      expect(rows.map(({ number, attempt }) => [number, attempt])).toEqual(
        Array.from({ length: images }, (_, number) => [number, 0]),
      )
      const files = await filesOf(space.id, generation)
      expect(files).toHaveLength(images * 2)
      expect(files).toEqual(await filesOf(space.id, undisturbed))
      const paths = files.map(({ path }) => path).filter((path) => !path.startsWith('mask/'))
      expect(rows.map(({ path }) => path?.slice(generation.folder.length + 1))).toEqual(paths)

      await server.kill()
      const { status, output } = await runCommand(data, ['doctor'])
      expect(output).not.toContain('says')
      expect(status).toBe(0)
    },
  )
}

function start(spaceId: string, count: number): Promise<Generation> {
  const config: GenerationConfigInput = {
    name: 'killed',
    width: 64,
    height: 64,
    count,
    seed: 3,
    items: [{ floor: 'tile', dirt: 'mud' }, { smallAnimal: 'frog', weight: 2 }, { animal: 'cat' }],
    byProducts: ['mask'],
  }
  return server.call(generationEndpoints.createGeneration, { params: { spaceId }, body: config })
}

const get = ({ id: generationId }: Generation) =>
  server.call(generationEndpoints.getGeneration, { params: { generationId } })

async function until(
  generation: Generation,
  isReached: (generation: Generation) => boolean = () => false,
): Promise<Generation> {
  for (;;) {
    const latest = await get(generation)
    if (latest.endedAt !== null || isReached(latest)) return latest
    await delay(20)
  }
}

const imagesOf = ({ id: generationId }: Generation): Promise<GeneratedImage[]> =>
  readAll((query) => server.call(generationEndpoints.listGeneratedImages, { params: { generationId }, query }))

async function filesOf(spaceId: string, { folder }: Generation) {
  const files = await readAll((page) =>
    server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { ...page, folder, recursive: true } }),
  )
  return files
    .map(({ path, checksum }) => ({ path: path.slice(folder.length + 1), checksum }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
