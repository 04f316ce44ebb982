import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { stopTasks } from '../../tasks/testing/stop-tasks.ts'
import { clientOf } from '../testing/tracking-client.ts'
import { startTrackedTask, trackedPrograms } from '../testing/tracked-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: trackedPrograms })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

interface Run {
  readonly info: { readonly run_id: string; readonly status: string; readonly lifecycle_stage: string }
  readonly data: {
    readonly metrics: object[]
    readonly params: object[]
    readonly tags: { key: string; value: string }[]
  }
}

async function withFolds() {
  const { id, output, environment } = await startTrackedTask(server)
  const client = clientOf(environment)
  const own = environment.MLFLOW_RUN_ID
  await client.post('runs/update', { run_id: own, status: 'RUNNING' })
  await client.post('runs/log-metric', { run_id: own, key: 'loss', value: 9, timestamp: 1, step: 0 })
  const folds: string[] = []
  for (const [index, model] of ['tree', 'net', 'net'].entries()) {
    const tags = [
      { key: 'mlflow.parentRunId', value: own },
      { key: 'kind', value: `fold ${index}` },
    ]
    const { run } = await client.post('runs/create', { run_name: 'fold', start_time: 1_000 + index, tags })
    const { run_id } = (run as Run).info
    folds.push(run_id)
    const metrics = [{ key: 'loss', value: (index + 1) / 2, timestamp: 1, step: 0 }]
    await client.post('runs/log-batch', { run_id, metrics, params: [{ key: 'model', value: model }] })
    await client.post('runs/update', { run_id, status: 'FINISHED', end_time: 2_000 + index })
  }
  return { id, output, client, own, folds }
}

test('R2.22 nested runs are runs of their own: neither lands in the other, and the page of the task tells them apart', async () => {
  const { id, client, own, folds } = await withFolds()
  expect(new Set([own, ...folds]).size).toBe(4)
  const runOf = async (run_id: string) => (await client.get('runs/get', { run_id })).run as Run
  expect(await runOf(own)).toMatchObject({ data: { metrics: [{ key: 'loss', value: 9 }], params: [] } })
  expect(await runOf(folds[1]!)).toMatchObject({
    info: { run_name: 'fold', status: 'FINISHED', start_time: 1_001, end_time: 2_001 },
    data: {
      metrics: [{ key: 'loss', value: 1, step: 0 }],
      params: [{ key: 'model', value: 'net' }],
      tags: expect.arrayContaining([{ key: 'mlflow.parentRunId', value: own }]),
    },
  })
  const history = await client.get('metrics/get-history', { run_id: folds[2]!, metric_key: 'loss' })
  expect(history.metrics).toMatchObject([{ key: 'loss', value: 1.5 }])
  const listed = await server.call(metricEndpoints.listSeries, { params: { taskId: id } })
  const names = listed.series.filter(({ source }) => source === 'mlflow').map(({ name }) => name)
  expect(names).toEqual(['loss', '@fold/loss', '@fold 2/loss', '@fold 3/loss'])
  expect(listed.parameters).toMatchObject({ '@fold/model': 'tree', '@fold 2/model': 'net' })
  expect(Object.keys(listed.tags).filter((name) => name.startsWith('vermilion'))).toEqual([])
  const { run } = await client.post('runs/create', { run_name: 'later' })
  expect((run as Run).info.run_id).not.toBe(own)
})

test('R2.22 runs are searched by MLflow’s filters and orders, in pages', async () => {
  const { client, own, folds } = await withFolds()
  const search = async (request: object) => {
    const { runs, next_page_token, ...rest } = await client.post('runs/search', { experiment_ids: ['1'], ...request })
    return {
      ids: (runs as Run[] | undefined)?.map(({ info }) => [own, ...folds].indexOf(info.run_id)),
      next_page_token,
      ...rest,
    }
  }
  const ids = async (filter: string) => (await search({ filter, order_by: ['attributes.start_time ASC'] })).ids
  expect(await ids("metrics.loss <= 1 AND params.model = 'net'")).toEqual([2])
  expect(await ids('metrics.`loss` > 0.75 and attributes.status = "FINISHED"')).toEqual([2, 3])
  expect(await ids("tags.kind LIKE 'fold _' and params.model != 'tree'")).toEqual([2, 3])
  expect(await ids("tags.kind ILIKE 'FOLD%'")).toEqual([1, 2, 3])
  expect(await ids(`tags.mlflow.parentRunId = '${own}'`)).toEqual([1, 2, 3])
  expect(await ids("params.model IN ('tree', 'forest')")).toEqual([1])
  expect(await ids("run_id NOT IN ('x') and start_time >= 1001 and start_time < 1003")).toEqual([2, 3])
  expect(await ids("run_name = 'fold' and end_time = 2000")).toEqual([1])
  expect(await ids('metrics.loss > -1e-3 and metrics.loss < 0.6')).toEqual([1])
  expect((await search({ order_by: ['metrics.loss DESC'] })).ids).toEqual([0, 3, 2, 1])
  const first = await search({ order_by: ['params.model', 'metrics.loss DESC'], max_results: 2 })
  expect(first.ids).toEqual([3, 2])
  const second = await search({
    order_by: ['params.model', 'metrics.loss DESC'],
    max_results: 2,
    page_token: first.next_page_token,
  })
  expect(second).toMatchObject({ ids: [1, 0], next_page_token: undefined })
  for (const filter of [
    'metrics.loss',
    "metrics.loss = 'a'",
    "a.b = 'c'",
    "tags.x = 'y' OR tags.z = 'y'",
    'params.a = b',
    '((',
    "tags.a IN ('b'",
  ])
    expect([filter, (await search({ filter })).error_code]).toEqual([filter, 'INVALID_PARAMETER_VALUE'])
})

test('R2.22 a metric stands at its highest step, and what is no finite number comes back, is compared and ordered', async () => {
  const { id, client, own, folds } = await withFolds()
  const [first = '', second = '', third = ''] = folds
  const log = (run_id: string, values: [value: number | string, timestamp: number, step: number][]) =>
    client.post('runs/log-batch', {
      run_id,
      metrics: values.map(([value, timestamp, step]) => ({ key: 'val/acc', value, timestamp, step })),
    })
  await log(first, [
    [0.3, 5, 7],
    [0.5, 9, 3],
    [0.1, 4, 7],
    [0.25, 5, 7],
  ])
  await log(second, [
    [0.9, 1, 0],
    ['NaN', 2, 1],
  ])
  await log(third, [
    ['-Infinity', 1, 0],
    ['Infinity', 2, 4],
    [0.75, 3, 2],
  ])
  const latest = async (run_id: string) => {
    const { run } = await client.get('runs/get', { run_id })
    return (run as Run).data.metrics.find((metric) => (metric as { key: string }).key === 'val/acc')
  }
  expect(await latest(first)).toMatchObject({ value: 0.3, timestamp: 5, step: 7 })
  expect(await latest(second)).toMatchObject({ value: 'NaN', step: 1 })
  expect(await latest(third)).toMatchObject({ value: 'Infinity', step: 4 })
  const history = await client.get('metrics/get-history', { run_id: third, metric_key: 'val/acc' })
  expect((history.metrics as { value: unknown }[]).map(({ value }) => value)).toEqual(['-Infinity', 'Infinity', 0.75])

  const ids = async (filter: string, order = 'start_time ASC') => {
    const { runs } = await client.post('runs/search', { filter, order_by: [order] })
    return (runs as Run[]).map(({ info }) => [own, ...folds].indexOf(info.run_id))
  }
  const name = 'metrics.`val/acc`'
  const matches = await Promise.all([
    ids(`${name} = 0.3`),
    ids(`${name} != 0.3`),
    ids(`${name} >= 0.3`),
    ids(`${name} > .3`),
    ids(`${name} <= 3e-1`),
    ids(`${name} < 0.3`),
    ids('metrics.loss = 1.0'),
    ids('metric.loss=1'),
    ids(`metrics."val/acc" = 0.3`),
    ids(`metrics.val/acc = 0.3 and metrics.loss = 0.5`),
    ids('', `${name} DESC`),
    ids('', `${name} ASC`),
  ])
  expect(matches).toEqual([[1], [2, 3], [1, 3], [3], [1], [], [2], [2], [1], [1], [3, 1, 2, 0], [1, 3, 2, 0]])
  // The chart shows finite values, with the same latest value as the protocol.
  const { series } = await server.call(metricEndpoints.listSeries, { params: { taskId: id } })
  expect(series.find((one) => one.name === '@fold/val/acc')).toMatchObject({ points: 4, last: { step: 7, value: 0.3 } })
  expect(series.find((one) => one.name === '@fold 2/val/acc')).toMatchObject({ points: 1, notFinite: 1 })
  const read = await server.call(metricEndpoints.readSeries, { query: { tasks: id, names: '@fold 3/val/acc' } })
  expect(read.series).toMatchObject([{ x: [2], y: [0.75] }])
})

test('R2.22 a run is deleted and restored; a changed parameter is refused as MLflow does', async () => {
  const { client, own, folds } = await withFolds()
  const [run_id = ''] = folds
  await client.post('runs/delete', { run_id })
  expect(await client.get('runs/get', { run_id })).toMatchObject({ run: { info: { lifecycle_stage: 'deleted' } } })
  expect(await client.post('runs/log-metric', { run_id, key: 'loss', value: 1, timestamp: 1 })).toMatchObject({
    status: 400,
    message: expect.stringContaining('Current state is deleted'),
  })
  const count = async (run_view_type: string) =>
    ((await client.post('runs/search', { run_view_type })).runs as Run[] | undefined)?.length
  expect([await count('ACTIVE_ONLY'), await count('DELETED_ONLY'), await count('ALL')]).toEqual([3, 1, 4])
  await client.post('runs/restore', { run_id })
  expect(await count('ACTIVE_ONLY')).toBe(4)
  expect(await client.post('runs/delete', { run_id: own })).toMatchObject({ status: 403 })
  const again = { run_id, key: 'model', value: 'tree' }
  expect((await client.post('runs/log-parameter', again)).status).toBe(200)
  expect(await client.post('runs/log-parameter', { ...again, value: 'forest' })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Changing param values is not allowed\. Param with key='model'/),
  })
  expect(await client.post('runs/create', { tags: [{ key: 'mlflow.parentRunId', value: 'run-none' }] })).toMatchObject({
    status: 404,
  })
})

test('R2.22 files and logged models are those of their run', async () => {
  const { id, output, client, own, folds } = await withFolds()
  const [run_id = ''] = folds
  for (const [run, text] of [
    [own, 'own'],
    [run_id, 'fold'],
  ] as const)
    expect((await client.put(`${run}/model/weights.txt`, text)).status).toBe(200)
  expect(await readFile(join(output, 'mlflow/model/weights.txt'), 'utf8')).toBe('own')
  expect(await client.get('artifacts/list', { run_id, path: 'model' })).toMatchObject({
    root_uri: `mlflow-artifacts:/${run_id}`,
    files: [{ path: 'model/weights.txt', file_size: 4 }],
  })
  const created = await client.post('logged-models', {
    experiment_id: '1',
    name: 'best',
    source_run_id: run_id,
    tags: [{ key: 'a', value: 'b' }],
  })
  const { model_id, artifact_uri } = (created.model as { info: { model_id: string; artifact_uri: string } }).info
  expect((await client.put(`${artifact_uri.replace('mlflow-artifacts:/', '')}/MLmodel`, 'flavors: {}')).status).toBe(
    200,
  )
  await client.patch(`logged-models/${model_id}`, { model_id, status: 2 })
  expect(await client.get(`logged-models/${model_id}`, {})).toMatchObject({
    model: {
      info: { name: 'best', status: 'LOGGED_MODEL_READY', source_run_id: run_id, tags: [{ key: 'a', value: 'b' }] },
    },
  })
  expect((await client.get('logged-models/m-none', {})).status).toBe(404)
  const files = await server.call(taskEndpoints.listResultFiles, { params: { taskId: id } })
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'mlflow/model/weights.txt',
      'mlflow-runs/@fold/model/weights.txt',
      `mlflow-runs/@fold/models/${model_id}/MLmodel`,
    ]),
  )
})

test('R2.22 what the server notes of runs is no tag of a client, and leads nowhere else', async () => {
  const { output, client, own } = await withFolds()
  const record = { name: 'x', user: 'x', status: 'RUNNING', startTime: 1, endTime: null, isDeleted: false }
  const value = JSON.stringify({ ...record, prefix: '../../../outside' })
  const tag = { key: 'vermilion.run.x', value }
  for (const [path, body] of [
    ['runs/set-tag', { run_id: own, ...tag }],
    ['runs/log-batch', { run_id: own, tags: [tag] }],
    ['runs/create', { tags: [tag] }],
    ['experiments/set-experiment-tag', { experiment_id: '1', ...tag }],
    ['runs/delete-tag', { run_id: own, key: 'vermilion.run.x' }],
  ] as const)
    expect([path, (await client.post(path, body)).status]).toEqual([path, 400])
  expect((await client.put(`${own}-x/file`, 'x')).status).toBe(403)
  const { run } = await client.post('runs/create', { run_name: 'vermilion.run.x/../..' })
  const { run_id } = (run as Run).info
  await client.post('runs/set-tag', { run_id, key: 'x', value })
  expect((await client.put(`${run_id}/file`, 'x')).status).toBe(200)
  expect(await readFile(join(output, 'mlflow-runs/@vermilion.run.x-..-../file'), 'utf8')).toBe('x')
  expect((await client.get('runs/get', { run_id: `${own}-x` })).status).toBe(404)
})
