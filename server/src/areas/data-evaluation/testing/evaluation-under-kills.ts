import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataEvaluationEndpoints, type DataEvaluation } from '@vermilion/contract/data-evaluations'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { readAll } from '../../../testing/read-all.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { FakeService } from '../../settings/testing/fake-service.ts'
import { completionOf, scoresOf, startChatFake } from './chat-fake.ts'
import { spaceOfPictures } from './space-of-pictures.ts'

interface Plan {
  readonly images: number
  readonly kills: number
}

const firstWidth = 64
const scoreOf = (width: number) => (width - firstWidth) / 4
const callsAtOnce = 4
const chatModel = 0

const random = createRandom(testSeed)
const requests = new Map<number, number>()
let data = ''
let spaceId = ''
let server: KillableServer
let fake: FakeService

export function testEvaluationUnderKills({ images, kills }: Plan): void {
  const widths = Array.from({ length: images }, (_, index) => firstWidth + index)
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    const first = await startTestServer({ data })
    spaceId = await spaceOfPictures(first, 'pictures', widths)
    await first.stop()
    server = createKillableServer(data)
    fake = await startChatFake({
      respond({ width, criteria }) {
        requests.set(width, (requests.get(width) ?? 0) + 1)
        const { body } = completionOf(scoresOf(criteria, scoreOf(width)))
        return { headers: { 'content-type': 'application/json' }, body: afterThought(JSON.stringify(body)) }
      },
    })
  }, 300_000)
  afterAll(async () => {
    await server.kill()
    await fake.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    `R4.12 R3.10 ${images} images are scored once by each model, though the server is killed ${kills} times (seed ${testSeed})`,
    { timeout: 600_000 },
    async () => {
      await server.start()
      const settings = { url: `${fake.address}/v1`, model: 'large', vision: true }
      const body = { kind: 'chat' as const, name: 'Large', settings }
      const { id: serviceId } = await server.call(serviceEndpoints.createService, { body })
      const evaluation = await start(serviceId)
      const confirmed = new Map<number, number | undefined>()
      for (let kill = 0; kill < kills; kill += 1) {
        const enough = Math.floor((images * (kill + 0.5)) / kills)
        const { endedAt } = await until(evaluation, ({ done }) => done >= enough)
        expect(endedAt).toBeNull()
        await delay(random() * 60)
        for (const width of await listConfirmed(evaluation)) confirmed.set(width, requests.get(width))
        await server.kill()
        await server.start()
      }
      expect(await until(evaluation)).toMatchObject({
        status: 'success',
        images,
        done: images,
        scored: images,
        failed: 0,
      })
      const expectedResults = widths.map((width) => [`${width}.png`, 2, scoreOf(width)])
      expect(await listScores(evaluation)).toEqual(expectedResults)
      expect(confirmed.size).toBeGreaterThan(0)
      expect([...confirmed.keys()].map((width) => [width, requests.get(width)])).toEqual([...confirmed])
      const total = [...requests.values()].reduce((sum, count) => sum + count, 0)
      expect(total).toBeLessThanOrEqual(images + kills * callsAtOnce)
      expect([...requests.keys()].toSorted((one, other) => one - other)).toEqual(widths)

      const repeated = await start(serviceId)
      const reused = { status: 'success', scored: images, reused: images * 2, cost: { calls: 0 } }
      expect(await until(repeated)).toMatchObject(reused)
      expect(await listScores(repeated)).toEqual(expectedResults)
      await server.kill()
      const { status, output } = await runCommand(data, ['doctor'])
      expect(output).not.toContain('says')
      expect(status).toBe(0)
    },
  )
}

async function* afterThought(text: string): AsyncGenerator<string> {
  await delay(10 + random() * 60)
  yield text
}

function start(serviceId: string): Promise<DataEvaluation> {
  const body = {
    name: 'killed',
    selection: { filter: { recursive: true } },
    models: [`chat:${serviceId}`, 'image-statistics'],
    standardId: 'realism',
  }
  return server.call(dataEvaluationEndpoints.createDataEvaluation, { params: { spaceId }, body })
}

async function until(
  { id: evaluationId }: DataEvaluation,
  isReached: (evaluation: DataEvaluation) => boolean = () => false,
): Promise<DataEvaluation> {
  for (;;) {
    const latest = await server.call(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } })
    if (latest.endedAt !== null || isReached(latest)) return latest
    await delay(20)
  }
}

const listResults = ({ id: evaluationId }: DataEvaluation) =>
  readAll((query) => server.call(dataEvaluationEndpoints.listImageResults, { params: { evaluationId }, query }))

const listScores = async (evaluation: DataEvaluation) =>
  (await listResults(evaluation)).map(({ path, models }) => [path, models.length, models[chatModel]?.score])

const listConfirmed = async (evaluation: DataEvaluation) =>
  (await listResults(evaluation))
    .filter(({ models }) => models.some(({ name, score }) => name === 'Large' && score !== null))
    .map(({ path }) => Number.parseInt(path ?? '', 10))
