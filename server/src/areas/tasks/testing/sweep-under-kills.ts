import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { modelEndpoints } from '@vermilion/contract/models'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { Sweep, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'

const images = 12
const slots = 2
const metric = 'val/l1_loss'
/** The last ones learn next to nothing, and are hopeless against those that came first. */
const learningRates = [0.01, 0.005, 0.002, 0.00001] as const

interface Plan {
  /** Network widths; each has a trial of every learning rate. */
  readonly widths: readonly number[]
  readonly epochs: number
  readonly kills: number
}

export function testSweepUnderKills({ widths, epochs, kills }: Plan): void {
  const trials = widths.length * learningRates.length
  let data: string
  let server: KillableServer
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-sweep-kill-'))
    server = createKillableServer(data)
    await server.start()
  })
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    `R4.12 a sweep of ${trials} trainings makes each once, though the server is killed ${kills} times; the stopped are told and the best is found`,
    { timeout: 1_800_000 },
    async () => {
      await server.call(poolEndpoints.updatePool, { params: { poolId: 'local' }, body: { concurrency: slots } })
      const { id } = await server.call(sweepEndpoints.createSweep, {
        body: {
          name: 'killed',
          method: 'grid',
          concurrency: slots,
          space: {
            learningRate: { kind: 'list', values: [...learningRates] },
            width: { kind: 'list', values: [...widths] },
          },
          stopRule: { kind: 'median', graceSteps: 3, minTrials: 2 },
          metric,
          direction: 'minimize',
          task: {
            name: 'unused',
            image: 'vermilion/starter-detector',
            dataSources: [{ kind: 'dataset', id: await createDataset(server) }],
            parameters: { epochs, inputSize: 64, batch: 8 },
          },
        },
      })
      const get = () => server.call(sweepEndpoints.getSweep, { params: { sweepId: id } })
      for (let kill = 1; kill <= kills; kill += 1) {
        await untilTrials(get, Math.round((kill * trials) / (kills + 1)))
        await delay(Math.random() * 400)
        await server.kill()
        await server.start()
      }
      const sweep = await untilOver(get)
      expect(sweep).toMatchObject({ state: 'completed', end: 'count', count: trials })
      const { items: tasks } = await server.call(taskEndpoints.listTasks, { query: { sweep: id, limit: 500 } })
      const all = await server.call(taskEndpoints.listTasks, { query: { limit: 500 } })
      expect(all.total).toBe(trials)
      expectOnce(sweep, tasks)
      for (const trial of sweep.trials) await expectEpochsOnce(server, trial, epochs)
      expectStopped(sweep, tasks)
      await expectBest(server, sweep)
    },
  )
}

async function createDataset(server: KillableServer): Promise<string> {
  const body = { name: 'floors', count: images, width: 128, height: 96, labeled: true }
  await server.call(sampleEndpoints.createSample, { body })
  for (;;) {
    const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
    const dataset = items.find(({ status, labeledCount }) => status === 'success' && labeledCount === images)
    if (dataset !== undefined) return dataset.id
    await delay(100)
  }
}

async function untilTrials(get: () => Promise<Sweep>, count: number): Promise<void> {
  while ((await get()).trials.length < count) await delay(50)
}

async function untilOver(get: () => Promise<Sweep>): Promise<Sweep> {
  for (;;) {
    const sweep = await get()
    if (sweep.state !== 'running' && sweep.trials.every(({ endedAt }) => endedAt !== null)) return sweep
    await delay(500)
  }
}

/** Each combination has one trial, and each trial one task, which ran without a restart. */
function expectOnce({ trials, count }: Sweep, tasks: readonly Task[]): void {
  expect(trials.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(new Set(trials.map(({ parameters }) => JSON.stringify(parameters))).size).toBe(count)
  expect(new Set(trials.map(({ taskId }) => taskId))).toEqual(new Set(tasks.map(({ id }) => id)))
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(trials.map(({ number }) => `killed-${number}`).toSorted())
  for (const task of tasks) expect(task).toMatchObject({ restartCount: 0, retryOf: null })
}

/** A training that ran twice into the same folder would have written epochs twice. */
async function expectEpochsOnce(server: KillableServer, trial: Trial, epochs: number): Promise<void> {
  const rows = await lossesOf(server, trial)
  expect(rows.map(({ epoch }) => epoch)).toEqual(rows.map((_, at) => at + 1))
  // A stop may come while the report is written after the last one.
  if (trial.status === 'success') expect(rows).toHaveLength(epochs)
  else expect(rows.length).toBeLessThanOrEqual(epochs)
}

async function lossesOf(server: KillableServer, { taskId }: Trial) {
  const table = await (await server.fetch(`/tasks/${taskId}/files/content?path=results.csv`)).text()
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const at = header.indexOf(metric)
  expect(at).toBeGreaterThan(0)
  return rows.map((cells) => ({ epoch: Number(cells[0]), loss: Number(cells[at]) }))
}

function expectStopped({ trials, name }: Sweep, tasks: readonly Task[]): void {
  const stopped = trials.filter(({ status }) => status === 'stopped')
  expect(stopped.length).toBeGreaterThan(0)
  for (const { taskId, stop } of stopped) {
    expect(stop).toMatchObject({ rule: 'median', step: expect.any(Number) })
    expect(stop?.value ?? 0).toBeGreaterThan(stop?.threshold ?? Infinity)
    expect(tasks.find(({ id }) => id === taskId)).toMatchObject({
      status: 'stopped',
      statusReason: `Stopped by the sweep ${name}`,
      sweep: { stop },
    })
  }
  expect(trials.every(({ status, stop }) => (status === 'stopped') === (stop !== null))).toBe(true)
}

/** The lowest loss of all that succeeded, by their own files; its model is the only one that is registered. */
async function expectBest(server: KillableServer, sweep: Sweep): Promise<void> {
  const succeeded = sweep.trials.filter(({ status }) => status === 'success')
  const lowest = await Promise.all(
    succeeded.map(async (trial) => Math.min(...(await lossesOf(server, trial)).map(({ loss }) => loss))),
  )
  const best = succeeded[lowest.indexOf(Math.min(...lowest))]
  expect(sweep.best).toBe(best?.number)
  expect(best?.value).toBeCloseTo(Math.min(...lowest), 6)
  const listed = async () => (await server.call(modelEndpoints.listModels, { query: {} })).items
  await expect.poll(async () => (await listed()).length).toBe(1)
  const params = { taskId: best?.taskId ?? '' }
  await expect
    .poll(async () => (await server.call(taskEndpoints.getTask, { params })).modelId)
    .toBe((await listed())[0]?.id)
}
