import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { stopTasks } from '../../tasks/testing/stop-tasks.ts'
import { clientOf } from '../testing/tracking-client.ts'
import { startTrackedTask, trackedPrograms } from '../testing/tracked-task.ts'
import { readWhole } from '../../../testing/test-database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { VERMILION_BASE_PATH: '/vermilion' }, tasks: trackedPrograms })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

const running = (own: Record<string, string> = {}) => startTrackedTask(server, own)
const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
const list = (taskId: string) => server.call(metricEndpoints.listSeries, { params: { taskId } })

test('R2.22 an MLflow client in a running task logs metrics, parameters, tags and files with nothing set up', async () => {
  const { id, output, environment } = await running()
  const { MLFLOW_RUN_ID: run_id } = environment
  expect(environment.MLFLOW_TRACKING_URI).toBe(server.address)
  expect(run_id).toMatch(/^[a-zA-Z0-9][\w-]{0,255}$/)
  const client = clientOf(environment)
  const both = { run_id, run_uuid: run_id }

  const { experiment } = await client.get('experiments/get-by-name', { experiment_name: '地板' })
  const { run } = await client.get('runs/get', both)
  expect(run).toMatchObject({
    info: { run_id, experiment_id: experiment?.experiment_id, status: 'RUNNING', lifecycle_stage: 'active' },
  })
  const made = await client.post('runs/create', {
    experiment_id: '1',
    user_id: 'root',
    start_time: 1,
    run_name: 'second',
    tags: [{ key: 'mlflow.user', value: 'root' }],
  })
  // The program's first run is the task's own.
  expect(made.run).toMatchObject({ info: { run_id, run_name: 'second' } })
  await client.post('runs/update', { ...both, status: 'RUNNING', run_name: 'first try' })
  await client.post('runs/update', { ...both, run_name: 'second' })

  for (const step of [0, 1, 2]) {
    expect(
      await client.post('runs/log-metric', {
        ...both,
        key: 'loss',
        value: 1 / (step + 1),
        timestamp: 1_700_000_000_000 + step,
        step,
      }),
    ).toEqual({ status: 200 })
  }
  const metrics = [
    { key: 'loss', value: 'NaN', timestamp: '1700000000003', step: '3' },
    ...[5, 4, 5].map((step, at) => ({ key: 'acc', value: at, timestamp: 1_700_000_000_010 + at, step })),
  ]
  const params = [{ key: 'lr', value: '0.01' }]
  expect(
    await client.post('runs/log-batch', { run_id, metrics, params, tags: [{ key: '__proto__', value: 'x' }] }),
  ).toEqual({ status: 200 })
  await client.post('runs/log-parameter', { ...both, key: 'batch', value: '16' })
  await client.post('runs/set-tag', { ...both, key: 'note', value: 'gone' })
  await client.post('runs/delete-tag', { run_id, key: 'note' })
  const history = await client.get('metrics/get-history', { ...both, metric_key: 'acc', max_results: '2' })
  expect(history.metrics).toMatchObject([
    { step: 5, value: 0 },
    { step: 4, value: 1 },
  ])
  expect(
    await client.get('metrics/get-history', {
      ...both,
      metric_key: 'acc',
      page_token: history.next_page_token ?? '',
    }),
  ).toMatchObject({ metrics: [{ step: 5, value: 2 }] })

  expect((await client.put(`${run_id}/weights/best.pt`, 'weights')).status).toBe(200)
  expect(await client.get('artifacts/list', { ...both, path: 'weights' })).toMatchObject({
    files: [{ path: 'weights/best.pt', is_dir: false, file_size: 7 }],
  })
  await client.post('runs/update', { ...both, status: 'FINISHED', end_time: 1_700_000_000_999 })
  expect((await client.get('runs/get', both)).run).toMatchObject({
    info: { status: 'FINISHED' },
    data: {
      metrics: [
        { key: 'loss', step: 3, value: 'NaN' },
        { key: 'acc', value: 2 },
      ],
      params: [
        { key: 'lr', value: '0.01' },
        { key: 'batch', value: '16' },
      ],
    },
  })

  const match = await list(id)
  expect(match.parameters).toEqual({ lr: '0.01', batch: '16' })
  expect(match.tags).toMatchObject({ 'mlflow.user': 'root', 'mlflow.runName': 'second' })
  expect(
    match.series
      .filter(({ source }) => source === 'mlflow')
      .map(({ name, points, notFinite }) => [name, points, notFinite]),
  ).toEqual([
    ['loss', 3, 1],
    ['acc', 3, 0],
  ])
  const { series } = await server.call(metricEndpoints.readSeries, { query: { tasks: id, names: 'acc' } })
  expect(series).toMatchObject([{ x: [4, 5, 5], y: [1, 0, 2] }])
  const files = await server.call(taskEndpoints.listResultFiles, { params: { taskId: id } })
  expect(files).toContainEqual({ path: 'mlflow/weights/best.pt', size: 7 })

  const wide = Array.from({ length: 1_000 }, (_, at) => ({
    key: `${at}`.padEnd(250, '层'),
    value: at,
    timestamp: 1,
    step: 0,
  }))
  const text = Array.from({ length: 100 }, (_, at) => ({ key: `p${at}`, value: '值'.repeat(5_000) }))
  expect((await client.post('runs/log-batch', { run_id, metrics: wide, params: text, tags: [] })).status).toBe(200)
  await writeFile(join(output, 'metrics.csv'), 'step,speed\n0,1\n')
  await list(id)
  await client.post('runs/log-metric', { ...both, key: 'speed', value: 7, timestamp: 1, step: 0 })
  const after = await list(id)
  expect(after.series.filter(({ name }) => name.endsWith('层'))).toHaveLength(1_000)
  expect(Object.keys(after.parameters)).toHaveLength(102)
  expect(after.series.find(({ name }) => name === 'speed')?.source).toBe('csv')
  expect((await client.get('metrics/get-history', { ...both, metric_key: 'speed' })).metrics).toMatchObject([
    { key: 'speed', value: 7 },
  ])
  const { data } = (await client.get('runs/get', both)).run as { data: { metrics: { key: string; value: number }[] } }
  expect(data.metrics.find(({ key }) => key === 'speed')?.value).toBe(7)

  await writeFile(join(output, 'go'), '')
  while ((await get(id)).status === 'running') await delay(25)
  expect(await client.get('runs/get', both)).toMatchObject({ status: 401, error_code: 'UNAUTHENTICATED' })
})

test('R2.22 a token speaks for its own running task alone, by bearer or as the password of Basic', async () => {
  const [one, other] = await Promise.all([running(), running()])
  const basic = clientOf(one.environment, true)
  expect((await basic.get('runs/get', { run_id: one.environment.MLFLOW_RUN_ID })).status).toBe(200)
  expect(
    await basic.post('runs/log-metric', {
      run_id: other.environment.MLFLOW_RUN_ID,
      key: 'loss',
      value: 1,
      timestamp: 1,
    }),
  ).toMatchObject({ status: 404, error_code: 'RESOURCE_DOES_NOT_EXIST' })
  expect((await basic.put(`${other.environment.MLFLOW_RUN_ID}/x`, 'x')).status).toBe(403)
  for (const token of [server.token, 'none', '']) {
    const stranger = clientOf({ ...one.environment, MLFLOW_TRACKING_TOKEN: token })
    expect((await stranger.get('runs/get', {})).status).toBe(401)
    expect((await stranger.put(`${one.environment.MLFLOW_RUN_ID}/x`, 'x')).status).toBe(401)
  }
  const asTask = await server.fetch('/tasks', {
    headers: { authorization: `Bearer ${one.environment.MLFLOW_TRACKING_TOKEN}` },
  })
  expect(asTask.status).toBe(401)
  expect(JSON.stringify(await get(one.id))).not.toContain(one.environment.MLFLOW_TRACKING_TOKEN)
  expect(await readWhole(server.data)).not.toContain(one.environment.MLFLOW_TRACKING_TOKEN)
})

test('R2.22 who logs to a server of their own is not given a token of this one', async () => {
  const own = 'http://tracking.example:5000'
  const { environment } = await running({ MLFLOW_TRACKING_URI: own })
  expect(environment).toMatchObject({ MLFLOW_TRACKING_URI: own })
  expect(environment).not.toHaveProperty('MLFLOW_TRACKING_TOKEN')
})

test('R2.22 what a client gets wrong is told in the text of the protocol', async () => {
  const { output, environment } = await running()
  const client = clientOf(environment)
  const run_id = environment.MLFLOW_RUN_ID
  expect(await client.post('runs/log-metric', { run_id, key: '', value: 'many', timestamp: 1 })).toMatchObject({
    status: 400,
    error_code: 'INVALID_PARAMETER_VALUE',
  })
  expect(
    await client.post('runs/log-batch', {
      run_id,
      metrics: Array.from({ length: 1_001 }, () => ({ key: 'a', value: 1, timestamp: 1 })),
    }),
  ).toMatchObject({ status: 400 })
  expect(await client.post('gateway/x', {})).toMatchObject({ status: 404, error_code: 'ENDPOINT_NOT_FOUND' })
  expect(await client.post('traces', {})).toMatchObject({ status: 400, error_code: 'FEATURE_DISABLED' })
  await mkdir(join(output, 'mlflow'))
  await symlink('/tmp', join(output, 'mlflow/link'))
  for (const path of ['link/x', 'a/..%2f..%2f..%2fx', '..%2f..%2fx']) {
    expect([path, (await client.put(`${run_id}/${path}`, 'x')).status]).toEqual([path, 400])
  }
})

test('R2.22 a file lands where it was begun, whatever the program puts in the place of its folder meanwhile', async () => {
  const { output, environment } = await running()
  const { MLFLOW_TRACKING_URI: uri, MLFLOW_TRACKING_TOKEN: token, MLFLOW_RUN_ID: run_id } = environment
  const aside = join(server.data, 'aside')
  await mkdir(aside)
  await writeFile(join(aside, 'file'), 'kept')
  const file = `${uri}/api/2.0/mlflow-artifacts/artifacts/${run_id}/x/file`
  const headers = { authorization: `Bearer ${token}` }
  let end = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('first'))
      end = () => controller.close()
    },
  })
  const put = fetch(file, { method: 'PUT', headers, body, duplex: 'half' })
  const folder = join(output, 'mlflow/x')
  while ((await readdir(folder).catch(() => [])).length === 0) await delay(10)
  await rename(folder, join(output, 'moved'))
  await symlink(aside, folder)
  end()
  expect((await put).status).toBe(200)
  expect(await readdir(aside)).toEqual(['file'])
  expect(await readFile(join(aside, 'file'), 'utf8')).toBe('kept')
  expect(await readFile(join(output, 'moved/file'), 'utf8')).toBe('first')
  expect((await fetch(file, { headers })).status).toBe(404)
})
