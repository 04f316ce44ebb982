import { setTimeout as delay } from 'node:timers/promises'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { modelEndpoints } from '@vermilion/contract/models'
import { isSilent } from '@vermilion/contract/tasks/external/external-runs'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { accountClient } from '../testing/account-client.ts'

let server: TestServer
let client: Awaited<ReturnType<typeof accountClient>>
beforeAll(async () => {
  server = await startTestServer({})
  client = await accountClient(server)
})
afterAll(() => server.stop())

interface Run {
  info: { run_id: string; run_name: string; status: string; experiment_id: string; end_time?: number }
  data: { metrics: { key: string; value: number; step: number }[]; params: object[]; tags: object[] }
}
const listTasks = (query: object = {}) => server.call(taskEndpoints.listTasks, { query })
const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
const taskOf = (run: Run) => run.info.run_id.slice('run-'.length)

async function begin(run_name: string, more: object = {}): Promise<Run> {
  const { run } = await client.post('runs/create', { run_name, user_id: 'mei', start_time: 1_700_000_000_000, ...more })
  return run as Run
}

test('R2.22 with an account token a training elsewhere is a task: in the list, on its charts, with files and end', async () => {
  const missing = await client.get('experiments/get-by-name', { experiment_name: '地板' })
  expect(missing).toMatchObject({ status: 404, error_code: 'RESOURCE_DOES_NOT_EXIST' })
  const { experiment_id } = (await client.post('experiments/create', { name: '地板' })) as { experiment_id?: string }
  expect(await client.post('experiments/update', { experiment_id, new_name: '地板' })).toEqual({ status: 200 })
  expect((await client.post('experiments/delete', { experiment_id: '0' })).status).toBe(400)
  expect(await client.post('experiments/create', { name: '地板' })).toMatchObject({
    error_code: 'RESOURCE_ALREADY_EXISTS',
  })
  const tags = [{ key: 'mlflow.source.name', value: 'train.py' }]
  const run = await begin('Bold Cat 1', { experiment_id, tags: [...tags, { key: 'host', value: 'workstation' }] })
  const { run_id } = run.info
  expect(run.info).toMatchObject({ status: 'RUNNING', experiment_id, run_name: 'Bold Cat 1', user_id: 'mei' })

  const metrics = [0, 1, 2].map((step) => ({
    key: 'val/loss',
    value: 1 / (step + 1),
    timestamp: 1_700_000_000_001,
    step,
  }))
  const params = [{ key: 'lr', value: '0.01' }]
  expect(await client.post('runs/log-batch', { run_id, metrics, params, tags: [] })).toEqual({ status: 200 })
  expect((await client.put(`${run_id}/weights/best.pt`, 'weights')).status).toBe(200)
  const taskId = taskOf(run)
  const { items } = await listTasks({ kind: 'external' })
  expect(items).toMatchObject([
    {
      id: taskId,
      name: 'Bold Cat 1',
      kind: 'external',
      status: 'running',
      external: {
        host: 'workstation',
        user: 'mei',
        client: 'mlflow-python-client/3.1.0',
        experiment: '地板',
        parent: null,
        isDeleted: false,
      },
    },
  ])
  const { series, parameters, reachesTracking } = await server.call(metricEndpoints.listSeries, { params: { taskId } })
  expect(series).toMatchObject([{ name: 'val/loss', points: 3, source: 'mlflow' }])
  expect([parameters, reachesTracking]).toEqual([{ lr: '0.01' }, true])
  expect(await server.call(taskEndpoints.listResultFiles, { params: { taskId } })).toEqual([
    { path: 'mlflow/weights/best.pt', size: 7 },
  ])

  const end_time = 1_700_000_009_000
  const closed = await client.post('runs/update', { run_id, status: 'FINISHED', end_time, run_name: 'Bold Cat 2' })
  expect(closed).toMatchObject({ run_info: { status: 'FINISHED', end_time } })
  expect(await get(taskId)).toMatchObject({
    name: 'Bold Cat 2',
    status: 'success',
    endedAt: new Date(end_time).toISOString(),
    headline: { metric: 'val/loss', best: { step: 2 } },
  })
  const matches = await client.post('runs/search', { experiment_ids: [experiment_id], filter: "params.lr = '0.01'" })
  expect(matches.runs).toMatchObject([{ info: { run_id, status: 'FINISHED', end_time, experiment_id } }])
  expect((await client.post('runs/search', { experiment_ids: ['0'] })).runs).toEqual([])

  // A client that goes on with a run opens it again, and one that ended badly says so.
  await client.post('runs/update', { run_id, status: 'RUNNING' })
  expect(await get(taskId)).toMatchObject({ status: 'running', endedAt: null })
  await client.post('runs/update', { run_id, status: 'FAILED' })
  expect(await get(taskId)).toMatchObject({ status: 'failed', failure: null })
  const { items: entries } = await server.call(auditEndpoints.listAuditEntries, { query: { search: taskId } })
  expect(entries).toMatchObject([{ action: 'POST /tasks', subjects: [{ kind: 'task', id: taskId }] }])
})

test('R2.22 metrics that nobody asks for reach the lists: the headline of a run elsewhere follows by itself', async () => {
  const run = await begin('watched')
  const metric = { key: 'accuracy', value: 0.9, timestamp: 1, step: 1 }
  await client.post('runs/log-metric', { run_id: run.info.run_id, ...metric })
  while ((await get(taskOf(run))).headline === null) await delay(100)
  expect((await get(taskOf(run))).headline?.metric).toBe('accuracy')
})

test('R2.22 a nested run names its parent, and what a run of the product has is not there', async () => {
  const parent = await begin('sweep')
  const nested = await begin('fold', { tags: [{ key: 'mlflow.parentRunId', value: parent.info.run_id }] })
  const parentId = taskOf(parent)
  expect((await get(taskOf(nested))).external?.parent).toEqual({ id: parentId, name: 'sweep' })
  expect((await listTasks({ parent: parentId })).items.map(({ name }) => name)).toEqual(['fold'])
  expect((await get(parentId)).external?.nestedRuns).toBe(1)
  const params = { taskId: parentId }
  expect(await server.call(taskEndpoints.listInstances, { params })).toEqual([])
  expect(await reasonOf(server.call(taskEndpoints.readLog, { params, query: {} }))).toBe('task.log-missing')
  expect(await reasonOf(server.call(taskEndpoints.retryTask, { params }))).toBe('task.not-over')
})

test('R2.22 a run that is silent has not failed; somebody may call it stopped, then delete it', async () => {
  const run = await begin('silent')
  const taskId = taskOf(run)
  const { external, status } = await get(taskId)
  if (external === null) throw new Error('it is no external run')
  const heardAt = Date.parse(external.heardAt)
  expect([9, 11].map((minutes) => isSilent(status, external, heardAt + minutes * 60_000))).toEqual([false, true])
  expect(await reasonOf(server.call(taskEndpoints.deleteTask, { params: { taskId } }))).toBe('task.not-ended')
  await server.call(taskEndpoints.stopTask, { params: { taskId } })
  expect(await get(taskId)).toMatchObject({ status: 'stopped', statusReason: expect.stringContaining('Stopped by') })
  expect(await client.get('runs/get', { run_id: `run-${taskId}` })).toMatchObject({
    run: { info: { status: 'KILLED' } },
  })
  expect(await reasonOf(server.call(taskEndpoints.stopTask, { params: { taskId } }))).toBe('task.ended')
  await server.call(taskEndpoints.deleteTask, { params: { taskId } })
  expect(await client.get('runs/get', { run_id: run.info.run_id })).toMatchObject({ status: 404 })
})

test('R2.22 a run that its program deleted takes no more values until it is restored', async () => {
  const run = await begin('undone')
  const { run_id } = run.info
  const note = () => client.post('runs/set-tag', { run_id, key: 'note', value: 'x' })
  await client.post('runs/delete', { run_id })
  expect(await note()).toMatchObject({ error_code: 'INVALID_PARAMETER_VALUE' })
  expect((await get(taskOf(run))).external?.isDeleted).toBe(true)
  const deleted = await client.post('runs/search', { experiment_ids: ['0'], run_view_type: 'DELETED_ONLY' })
  expect(deleted.runs).toMatchObject([{ info: { run_id, lifecycle_stage: 'deleted' } }])
  await client.post('runs/restore', { run_id })
  expect(await note()).toEqual({ status: 200 })
})

test('R2.22 models that a run elsewhere logs and registers are in the repository under its account', async () => {
  const run = await begin('maker')
  const { run_id } = run.info
  const { model } = (await client.post('logged-models', {
    experiment_id: '0',
    name: 'floors',
    source_run_id: run_id,
  })) as {
    model: { info: { model_id: string; artifact_uri: string } }
  }
  const { model_id, artifact_uri } = model.info
  expect((await client.put(`${artifact_uri.replace('mlflow-artifacts:/', '')}/MLmodel`, 'flavors: {}')).status).toBe(
    200,
  )
  await client.patch(`logged-models/${model_id}`, { status: 'LOGGED_MODEL_READY' })
  expect(await client.get(`logged-models/${model_id}`, {})).toMatchObject({
    model: { info: { status: 'LOGGED_MODEL_READY', source_run_id: run_id, experiment_id: '0' } },
  })
  await client.post('registered-models/create', { name: 'floor-finder' })
  const source = `models:/${model_id}`
  const { model_version } = await client.post('model-versions/create', { name: 'floor-finder', source, run_id })
  expect(model_version).toMatchObject({ version: '1', run_id, model_id })
  // Another account's token changes it as well: accounts have no roles.
  const other = await accountClient(server)
  expect(await other.post('registered-models/alias', { name: 'floor-finder', alias: 'best', version: '1' })).toEqual({
    status: 200,
  })
  const { items } = await server.call(modelEndpoints.listModels, { query: { search: 'floor-finder' } })
  expect(items).toMatchObject([{ name: 'floor-finder', taskId: taskOf(run), taskName: 'maker' }])
  const logged = await client.post('logged-models/search', { experiment_ids: ['0'] })
  expect((logged as { models?: object[] }).models).toMatchObject([{ info: { model_id } }])
})

test('R2.22 a token that may only read changes nothing, and no token, a session or a revoked one opens nothing', async () => {
  const { info } = await begin('guarded')
  const reader = await accountClient(server, 'read-only', true)
  expect((await reader.get('runs/get', { run_id: info.run_id })).status).toBe(200)
  expect((await reader.post('runs/search', { experiment_ids: ['0'] })).status).toBe(200)
  for (const refused of [
    reader.post('runs/create', { experiment_id: '0' }),
    reader.post('runs/log-metric', { run_id: info.run_id, key: 'a', value: 1, timestamp: 1 }),
    reader.post('runs/create?x=/search', { experiment_id: '0' }),
    reader.post('runs/delete?/search', { run_id: info.run_id }),
    reader.put(`${info.run_id}/x`, 'x'),
    reader.put(`${info.run_id}/x/search`, 'x'),
  ])
    expect((await refused).status).toBe(403)
  const session = await fetch(`${server.address}/api/2.0/mlflow/runs/get?run_id=${info.run_id}`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  expect(session.status).toBe(401)
  const { items } = await server.call(accountEndpoints.listAccessTokens, {})
  for (const { id } of items) await server.call(accountEndpoints.revokeAccessToken, { params: { tokenId: id } })
  expect((await client.get('runs/get', { run_id: info.run_id })).status).toBe(401)
})
