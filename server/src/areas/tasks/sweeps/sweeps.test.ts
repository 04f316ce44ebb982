import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { Sweep, SweepCreate } from '@vermilion/contract/tasks/sweeps/sweeps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { scored } from '../testing/scored-program.ts'

const { createSweep, getSweep, stopSweep, continueSweep, deleteSweep, compareSweeps, listSweeps } = sweepEndpoints

let shared: string
let server: TestServer
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-sweep-data-'))
  await writeFile(join(shared, 'data.txt'), 'data')
  const tasks = { graceSeconds: 0.3, concurrency: 2, images: { scored } }
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks })
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

interface Body extends Omit<SweepCreate, 'task'> {
  parameters?: Record<string, number>
}

const bodyOf = ({ parameters = {}, ...body }: Body): SweepCreate => ({
  ...body,
  task: { name: 'unused', image: 'scored', dataSources: [{ kind: 'folder', path: shared }], parameters },
})
const create = (body: Body) => server.call(createSweep, { body: bodyOf(body) })
const get = (sweepId: string) => server.call(getSweep, { params: { sweepId } })

async function until(sweepId: string, fits: (sweep: Sweep) => boolean): Promise<Sweep> {
  for (;;) {
    const sweep = await get(sweepId)
    if (fits(sweep)) return sweep
    await delay(50)
  }
}
const over = (sweepId: string) =>
  until(sweepId, ({ state, trials }) => state !== 'running' && trials.every(({ endedAt }) => endedAt !== null))

test('a grid trains each combination once, finds the best and says what mattered', async () => {
  const made = await create({
    name: 'grid',
    method: 'grid',
    concurrency: 2,
    space: {
      x: { kind: 'list', values: [0.1, 0.5, 0.9] },
      noise: { kind: 'range', minimum: 0, maximum: 2 },
    },
  })
  expect(made).toMatchObject({
    state: 'running',
    count: 9,
    metric: null,
    trials: [{ number: 1, parameters: { x: 0.1, noise: 0 } }],
  })
  const sweep = await over(made.id)
  expect(sweep).toMatchObject({
    state: 'completed',
    end: 'count',
    metric: 'val/mAP50',
    direction: 'maximize',
    problem: null,
  })
  expect(sweep.trials.map(({ parameters }) => [parameters['x'], parameters['noise']])).toEqual(
    [0.1, 0.5, 0.9].flatMap((x) => [0, 1, 2].map((noise) => [x, noise])),
  )
  expect(sweep.trials.map(({ value }) => value)).toEqual([0.84, 0.83, 0.82, 1, 0.99, 0.98, 0.84, 0.83, 0.82])
  expect(sweep.best).toBe(4)
  const [first, second] = sweep.importance ?? []
  expect(first?.name).toBe('x')
  expect(first?.share).toBeGreaterThan(0.9)
  expect(second?.share).toBeLessThan(0.1)

  const { items } = await server.call(taskEndpoints.listTasks, { query: { sweep: sweep.id } })
  expect(items.map(({ name }) => name).toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `grid-${at + 1}`))
  expect(items[0]?.sweep).toMatchObject({
    group: { name: 'grid', ended: 9, running: 0, best: { number: 4, value: 1 } },
  })
})

test('the same seed draws the same values, other seeds others, and within the range of the image', async () => {
  const random = { method: 'random', count: 3, concurrency: 2, parameters: { epochs: 1 } } as const
  const space = {
    x: { kind: 'range', minimum: 0.001, maximum: 1, isLogarithmic: true },
    width: { kind: 'range', minimum: 9, maximum: 40 },
  } as const
  const sweeps = await Promise.all(
    [1, 1, 2].map(async (seed, at) => over((await create({ name: `random-${at}`, ...random, space, seed })).id)),
  )
  const [first, second, third] = sweeps.map(({ trials }) => trials.map(({ parameters }) => parameters))
  expect(first).toEqual(second)
  expect(first).not.toEqual(third)
  for (const { width } of [...(first ?? []), ...(third ?? [])]) expect([16, 24, 32, 40]).toContain(width)
})

test('hopeless trials are stopped by the median rule and by halving, and say so', async () => {
  const slow: Pick<Body, 'space' | 'method' | 'parameters'> = {
    space: { x: { kind: 'list', values: [0.5, 0.45, 0.05] } },
    method: 'grid',
    parameters: { epochs: 12, hangs: 1 },
  }
  const median = await create({ name: 'median', ...slow, stopRule: { kind: 'median', graceSteps: 2, minTrials: 2 } })
  const halving = await create({ name: 'halving', ...slow, stopRule: { kind: 'halving', firstRung: 2, factor: 2 } })
  for (const [sweep, rule] of [
    [await over(median.id), 'median'],
    [await over(halving.id), 'halving'],
  ] as const) {
    expect(sweep.trials[0]).toMatchObject({ status: 'success', stop: null })
    expect(sweep.trials[2]).toMatchObject({ status: 'stopped', stop: { rule, step: expect.any(Number) } })
    expect(sweep.best).toBe(1)
    const task = await server.call(taskEndpoints.getTask, { params: { taskId: sweep.trials[2]?.taskId ?? '' } })
    expect(task).toMatchObject({ status: 'stopped', statusReason: `Stopped by the sweep ${sweep.name}` })
    expect(task.sweep?.stop?.rule).toBe(rule)
  }
})

test('repeated trainings have mean and spread, and a comparison says whether a difference is within it', async () => {
  const seeds = { method: 'seeds', count: 3, concurrency: 2 } as const
  const [one, two, far] = await Promise.all([
    create({ name: 'one', ...seeds, seed: 1, parameters: { x: 0.5, noise: 1, epochs: 1 } }),
    create({ name: 'two', ...seeds, seed: 11, parameters: { x: 0.5, noise: 1, epochs: 1 } }),
    create({ name: 'far', ...seeds, seed: 1, parameters: { x: 0.1, noise: 1, epochs: 1 } }),
  ])
  const [first] = await Promise.all([one, two, far].map(({ id }) => over(id)))
  // 1 - 0.01 × seed for seeds 1, 2, 3: the mean is 0.98, the sample deviation 0.01.
  expect(first?.trials.map(({ seed, value }) => [seed, value])).toEqual([
    [1, 0.99],
    [2, 0.98],
    [3, 0.97],
  ])
  const spread = first?.figures.find(({ name }) => name === 'mAP50')?.spread
  expect(spread?.mean).toBeCloseTo(0.98, 12)
  expect(spread?.deviation).toBeCloseTo(0.01, 12)
  const group = (await server.call(listSweeps, { query: { method: 'seeds' } })).items.find(({ id }) => id === one.id)
  expect(group?.spread).toEqual(spread)
  const matching = await server.call(listSweeps, { query: { search: 'fA', state: 'completed', sort: 'name' } })
  expect(matching.items.map(({ name }) => name)).toEqual(['far'])

  const compare = async (second: string) => {
    const { figures } = await server.call(compareSweeps, { query: { first: one.id, second } })
    return figures.find(({ name }) => name === 'mAP50')?.difference
  }
  /*
   * Seeds 11 to 13 count as 1 to 3 again, so the difference is 0. Both variances are 0.0001 / 3, so the error is 0.00816497, the
   * degrees of freedom are 4 and the interval is 2.77645 × 0.00816497 = 0.0226696 on either side.
   */
  const alike = await compare(two.id)
  expect(alike?.difference).toBeCloseTo(0, 12)
  expect(alike?.high).toBeCloseTo(0.022_669_6, 6)
  expect(alike?.isWithinSpread).toBe(true)
  const other = await compare(far.id)
  expect(other?.difference).toBeCloseTo(-0.16, 12)
  expect(other?.low).toBeCloseTo(-0.182_669_6, 6)
  expect(other?.isWithinSpread).toBe(false)
})

test('a sweep can be stopped, continued and deleted, and ends with its time or when nothing works', async () => {
  const space = { x: { kind: 'range', minimum: 0, maximum: 1 } } as const
  const { id } = await create({
    name: 'stopped',
    method: 'random',
    count: 3,
    space,
    parameters: { epochs: 1, pause: 60_000 },
  })
  const params = { sweepId: id }
  await until(id, ({ trials }) => trials[0]?.status === 'running')
  expect(await reasonOf(server.call(deleteSweep, { params }))).toBe('sweep.running')
  await server.call(stopSweep, { params })
  expect(await reasonOf(server.call(stopSweep, { params }))).toBe('sweep.not-running')
  expect(await over(id)).toMatchObject({
    state: 'stopped',
    end: 'account',
    best: null,
    trials: [{ status: 'stopped', stop: { rule: 'sweep' } }],
  })
  const tooFew = server.call(continueSweep, { params, body: { count: 1 } })
  expect(await reasonOf(tooFew)).toBe('sweep.nothing-left')
  await server.call(continueSweep, { params, body: { timeBudgetSeconds: 2 } })
  const late = await over(id)
  expect(late).toMatchObject({ state: 'completed', end: 'budget', trials: [{}, { status: 'stopped' }] })
  await server.call(deleteSweep, { params })
  expect(await reasonOf(get(id))).toBe('sweep.not-found')
  const task = await server.call(taskEndpoints.getTask, { params: { taskId: late.trials[0]?.taskId ?? '' } })
  expect(task.sweep).toBeNull()

  const failing = await over(
    (await create({ name: 'failing', method: 'random', count: 9, space, parameters: { fails: 1 } })).id,
  )
  expect(failing).toMatchObject({ state: 'stopped', end: 'failures' })
  expect(failing.trials).toHaveLength(3)
})

test('a trial whose task is deleted as soon as that may be has its result', async () => {
  const { id } = await create({ name: 'cleared', method: 'seeds', count: 2, concurrency: 2 })
  const { trials } = await until(id, (sweep) => sweep.trials.length === 2)
  for (const { taskId } of trials) {
    const remove = () => server.call(taskEndpoints.deleteTask, { params: { taskId: taskId! } })
    while ((await reasonOf(remove())) === 'task.not-ended') await delay(1)
  }
  const sweep = await over(id)
  expect(sweep.trials).toMatchObject([1, 2].map((number) => ({ number, taskId: null, status: 'success' })))
  expect(sweep.trials.every(({ value }) => value !== null)).toBe(true)
})

test('a space that does not fit is refused', async () => {
  const range = (minimum: number, maximum: number) => ({ kind: 'range', minimum, maximum }) as const
  const refused: [Partial<Body>, string][] = [
    [{ space: {} }, 'request.invalid'],
    [{ space: { x: range(1, 0) } }, 'request.invalid'],
    [{ space: { x: { ...range(0, 1), isLogarithmic: true } } }, 'request.invalid'],
    [{ method: 'seeds', space: { x: range(0, 1) } }, 'request.invalid'],
    [{ name: 'a'.repeat(47) }, 'request.invalid'],
    [{ space: { x: range(0, 2) } }, 'image.parameters-invalid'],
    [{ space: { width: range(8, 65) } }, 'image.parameters-invalid'],
    [{ space: { width: { kind: 'list', values: [9] } } }, 'image.parameters-invalid'],
    [{ space: { width: range(9, 15) } }, 'image.parameters-invalid'],
    [{ space: { other: range(0, 1) } }, 'image.parameters-invalid'],
    [{ space: { constructor: range(0, 1) } }, 'image.parameters-invalid'],
    [
      { method: 'grid', space: { x: { ...range(0, 1), gridPoints: 50 }, noise: { ...range(0, 2), gridPoints: 11 } } },
      'sweep.grid-too-large',
    ],
  ]
  for (const [more, reason] of refused) {
    const body = { name: 'refused', method: 'random', space: { x: range(0, 1) }, ...more } as const
    expect([more, await reasonOf(create(body))]).toEqual([more, reason])
  }
  expect((await server.call(taskEndpoints.listTasks, { query: { search: 'refused' } })).total).toBe(0)
})
