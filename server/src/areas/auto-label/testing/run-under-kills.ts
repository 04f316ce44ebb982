import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { addModel } from '../../models/testing/add-model.ts'
import { redDetector } from '../../models/testing/onnx.ts'
import { itemsOf, makeRedDataset, save, untilRun } from '../../datasets/testing/red-dataset.ts'

const random = createRandom(testSeed)

export function testRunUnderKills({ images, kills }: { images: number; kills: number }): void {
  let data = ''
  let server: KillableServer
  let datasetId = ''

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    const first = await startTestServer({ data })
    await addModel(first, 'reds', redDetector())
    const pictures = Object.fromEntries(
      Array.from({ length: images }, (_, index) => [`${index}.png`, [1, index / images, 0, 0.6]]),
    )
    datasetId = (await makeRedDataset(first, { name: 'killed', pictures })).id
    await first.stop()
    server = createKillableServer(data)
    await server.start()
  }, 600_000)
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    `R4.03 R4.12 each of ${images} images is suggested once though the server is killed ${kills} times, and so it is undone (seed ${testSeed})`,
    { timeout: 1_200_000 },
    async () => {
      const body = { labeller: 'model:reds', prompt: 'red', threshold: 0.5 }
      const { id } = await server.call(autoLabelEndpoints.startAutoLabel, { params: { datasetId }, body })
      const meanwhile: string[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        const enough = Math.floor((images * (kill + 0.5 * random())) / kills)
        await untilRun(server, id, ({ done, endedAt }) => done >= enough || endedAt !== null)
        const open = [...(await itemsOf(server, datasetId)).values()].find(({ status }) => status === 'to-label')!
        // The run may put its suggestions on the image between reading and saving it.
        let reason: string | undefined
        do reason = await reasonOf(save(server, open, [], true))
        while (reason === 'annotation.conflict')
        expect(reason).toBeUndefined()
        meanwhile.push(open.path)
        await server.kill()
        await server.start()
      }
      const run = await untilRun(server, id)
      expect(run).toMatchObject({ status: 'success', images, done: images, failed: 0 })
      const items = await itemsOf(server, datasetId)
      const put = [...items.values()].flatMap(({ shapes, path, status }) =>
        meanwhile.includes(path) && status === 'labeled' ? [] : [shapes.length],
      )
      // The first and the last quarter of each, and the second where it is red enough: never twice.
      const expected = (path: string) => (Number.parseInt(path, 10) / images >= 0.5 ? 3 : 2)
      for (const { path, shapes, status } of items.values())
        if (status === 'to-label') expect([path, shapes.length]).toEqual([path, expected(path)])
        else expect(meanwhile).toContain(path)
      expect(put.length).toBeGreaterThanOrEqual(images - kills)
      const { status } = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
      expect(status).toBe('success')

      await server.call(autoLabelEndpoints.undoAutoLabel, { params: { runId: id } })
      await server.kill()
      await server.start()
      await untilRun(server, id, ({ undoneAt }) => undoneAt !== null)
      for (const { path, shapes } of (await itemsOf(server, datasetId)).values())
        if (!meanwhile.includes(path)) expect(shapes).toEqual([])
      await server.kill()
      const { output, status: code } = await runCommand(data, ['doctor'])
      expect(output).not.toContain('says')
      expect(code).toBe(0)
    },
  )
}
