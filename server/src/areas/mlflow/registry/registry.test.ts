import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { modelEndpoints } from '@vermilion/contract/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { stopTasks } from '../../tasks/testing/stop-tasks.ts'
import { clientOf } from '../testing/tracking-client.ts'
import { startTrackedTask, trackedPrograms } from '../testing/tracked-task.ts'
import { foreignDetector } from '../../models/testing/onnx.ts'
import { onnxFile } from '../../models/testing/onnx-writer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: trackedPrograms })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

async function withModel() {
  const { id, environment } = await startTrackedTask(server)
  const client = clientOf(environment)
  const own = environment.MLFLOW_RUN_ID
  const { model } = await client.post('logged-models', { experiment_id: '1', name: 'model', source_run_id: own })
  const { model_id } = (model as { info: { model_id: string } }).info
  await client.put(`${own}/models/${model_id}/MLmodel`, 'flavors: {}\n')
  await client.put(`${own}/models/${model_id}/data/model.pkl`, 'weights')
  return { id, client, own, model_id, environment }
}

const stored = async (name: string) =>
  (await server.call(modelEndpoints.listModels, { query: { name, sort: 'createdAt' } })).items

test('R2.22 R2.33 a program registers what it logged, and the repository has it as versions of a name', async () => {
  const { id, client, own, model_id } = await withModel()
  const name = 'floor-forest'
  expect(await client.post('registered-models/create', { name, tags: [{ key: 'team', value: 'b' }] })).toMatchObject({
    status: 200,
    registered_model: { name, latest_versions: [], tags: [{ key: 'team', value: 'b' }], aliases: [] },
  })
  expect(await client.post('registered-models/create', { name })).toMatchObject({
    status: 400,
    error_code: 'RESOURCE_ALREADY_EXISTS',
  })
  const requests = [
    { name, source: `models:/${model_id}`, run_id: own, model_id, tags: [{ key: 'kind', value: 'forest' }] },
    { name, source: `runs:/${own}/models/${model_id}`, run_id: own, description: 'Once more' },
  ]
  for (const [index, request] of requests.entries())
    expect(await client.post('model-versions/create', request)).toMatchObject({
      status: 200,
      model_version: {
        name,
        version: String(index + 1),
        current_stage: 'None',
        status: 'READY',
        run_id: own,
        source: `mlflow-artifacts:/${own}/models/${model_id}`,
      },
    })
  const [first, second] = await stored(name)
  expect([first, second]).toMatchObject([
    { version: 1, type: 'stored-model', format: 'mlflow', framework: 'MLflow', stage: 'draft', taskId: id },
    { version: 2, notes: 'Once more', taskId: null },
  ])
  expect(first?.taskName).toBe(second?.taskName)
  const content = await server.fetch(`/models/${first?.id}/content`)
  const bytes = Buffer.from(await content.arrayBuffer())
  expect(content.headers.get('content-disposition')).toContain('.mlflow.zip')
  for (const path of ['MLmodel', 'data/model.pkl', 'weights']) expect(bytes.includes(path)).toBe(true)

  await client.post('model-versions/transition-stage', { name, version: '1', stage: 'Production' })
  expect(
    await client.post('model-versions/transition-stage', {
      name,
      version: '2',
      stage: 'production',
      archive_existing_versions: true,
    }),
  ).toMatchObject({ model_version: { current_stage: 'Production' } })
  expect((await stored(name)).map(({ stage }) => stage)).toEqual(['archived', 'production'])
  await client.post('registered-models/alias', { name, alias: 'champion', version: '2' })
  expect(await client.get('registered-models/alias', { name, alias: 'champion' })).toMatchObject({
    model_version: { version: '2', aliases: ['champion'] },
  })
  expect(await client.post('registered-models/get-latest-versions', { name, stages: ['Production'] })).toMatchObject({
    model_versions: [{ version: '2' }],
  })
  expect(await client.get('model-versions/get-download-uri', { name, version: '1' })).toMatchObject({
    artifact_uri: `mlflow-artifacts:/${own}/models/${model_id}`,
  })
  expect(await client.patch('model-versions/update', { name, version: '1', description: 'Old' })).toMatchObject({
    model_version: { description: 'Old' },
  })
  await client.post('model-versions/set-tag', { name, version: '1', key: 'kind', value: 'tree' })
  expect(
    await client.get('model-versions/search', { filter: `name='${name}' AND tags.kind = 'tree'`, max_results: '5' }),
  ).toMatchObject({ model_versions: [{ version: '1', description: 'Old' }] })
  await client.delete('model-versions/delete-tag', { name, version: '1', key: 'kind' })
  expect(await client.get('registered-models/search', { filter: "name LIKE 'floor%'" })).toMatchObject({
    registered_models: [{ name, aliases: [{ alias: 'champion', version: '2' }] }],
  })
  expect(await client.post('registered-models/rename', { name, new_name: 'yard-forest' })).toMatchObject({
    registered_model: { name: 'yard-forest' },
  })
  expect(await client.delete('registered-models/delete', { name: 'yard-forest' })).toMatchObject({ status: 200 })
  expect(await stored('yard-forest')).toEqual([])
  const entries = (await server.call(auditEndpoints.listAuditEntries, { query: {} })).items
  const own_actions = entries.map(({ action }) => action)
  for (const action of ['POST /models', 'PATCH /models/:modelId', 'DELETE /models/:modelId'])
    expect(own_actions).toContain(action)
})

test('R2.22 R6.02 what a program changes of a name leaves an entry', async () => {
  const { client } = await withModel()
  const name = 'entries'
  const actions = async () =>
    (await server.call(auditEndpoints.listAuditEntries, { query: {} })).items
      .filter(({ objects }) => objects['name'] === name)
      .map(({ action }) => action)
      .toReversed()
  await client.post('registered-models/create', { name })
  await client.patch('registered-models/update', { name, description: 'x' })
  const tags = ['a', 'b', 'c', 'd'].map((key) => client.post('registered-models/set-tag', { name, key, value: key }))
  await Promise.all(tags)
  const { registered_model } = await client.get('registered-models/get', { name })
  expect(registered_model).toMatchObject({ description: 'x', tags: [{}, {}, {}, {}] })
  await client.delete('registered-models/delete', { name })
  const changes = Array.from({ length: 5 }, () => 'PATCH /models/:modelId')
  expect(await actions()).toEqual(['POST /models', ...changes, 'DELETE /models/:modelId'])
})

test('R2.33 a network that runs is registered as such, and one that cannot be run as its files', async () => {
  const foreign = onnxFile({
    nodes: [{ operator: 'NoSuchOperator', inputs: ['images'], output: 'output0' }],
    constants: [],
    inputs: [{ name: 'images', shape: [1, 3, 16, 16] }],
    outputs: [{ name: 'output0', shape: [1, 5, 1] }],
    metadata: { task: 'detect', names: '["red"]' },
  })
  for (const [name, content, type] of [
    ['runs', foreignDetector('v8'), 'cloud-inference-model'],
    ['fails', foreign, 'stored-model'],
  ] as const) {
    const { client, own, model_id, environment } = await withModel()
    const address = `${environment.MLFLOW_TRACKING_URI}/api/2.0/mlflow-artifacts/artifacts/${own}/models/${model_id}`
    const headers = { authorization: `Bearer ${environment.MLFLOW_TRACKING_TOKEN}` }
    await fetch(`${address}/model.onnx`, { method: 'PUT', headers, body: new Uint8Array(content) })
    await client.post('registered-models/create', { name })
    const source = `models:/${model_id}`
    expect(await client.post('model-versions/create', { name, source })).toMatchObject({ status: 200 })
    expect(await stored(name)).toMatchObject([{ type }])
  }
})

test('R2.22 R6.02 a task registers its own files alone, and changes what it registered alone', async () => {
  const one = await withModel()
  const other = await withModel()
  const name = 'shared'
  await one.client.post('registered-models/create', { name })
  const create = (client: typeof one.client, source: string) => client.post('model-versions/create', { name, source })
  const source = `runs:/${one.own}/models/${one.model_id}`
  expect(await create(other.client, source)).toMatchObject({ status: 403, error_code: 'PERMISSION_DENIED' })
  for (const wrong of [
    'file:///etc/passwd',
    's3://bucket/model',
    `runs:/${other.own}/../../x`,
    `runs:/${other.own}/none`,
  ])
    expect([wrong, (await create(other.client, wrong)).status]).toEqual([wrong, 400])
  expect(await create(other.client, `models:/${one.model_id}`)).toMatchObject({ status: 404 })
  expect(await create(one.client, source)).toMatchObject({ status: 200 })
  expect(await create(other.client, `models:/${other.model_id}`)).toMatchObject({ model_version: { version: '2' } })
  const version = { name, version: '1' }
  const refused = [
    other.client.patch('model-versions/update', { ...version, description: 'x' }),
    other.client.post('model-versions/transition-stage', { ...version, stage: 'Production' }),
    other.client.delete('model-versions/delete', version),
    other.client.post('registered-models/alias', { ...version, alias: 'champion' }),
    other.client.delete('registered-models/delete', { name }),
    other.client.post('registered-models/rename', { name, new_name: 'mine' }),
    other.client.patch('registered-models/update', { name, description: 'x' }),
  ]
  for (const response of refused) expect(await response).toMatchObject({ status: 403, error_code: 'PERMISSION_DENIED' })
  expect(await other.client.get('model-versions/get', version)).toMatchObject({
    model_version: { current_stage: 'None' },
  })
  for (const wrong of [{ name: 'a/b' }, { name: 'a\u0000b' }, { name: '' }])
    expect(await other.client.post('registered-models/create', wrong)).toMatchObject({ status: 400 })
  expect(await other.client.get('registered-models/get', { name: 'none' })).toMatchObject({
    status: 404,
    error_code: 'RESOURCE_DOES_NOT_EXIST',
  })
  expect(await other.client.delete('model-versions/delete', { name, version: '2' })).toMatchObject({ status: 200 })
  expect((await stored(name)).map(({ version }) => version)).toEqual([1])
})

/** Runs MLflow's real client where Python has it. `VERMILION_PYTHON` selects the interpreter. */
const python = process.env['VERMILION_PYTHON'] ?? 'python3'
const run = promisify(execFile)
const hasClient = await run(python, ['-c', 'import mlflow, sklearn'], { timeout: 60_000 }).then(
  () => true,
  () => false,
)
test.skipIf(!hasClient)(
  'R2.22 R2.33 the real MLflow client registers models (skipped where Python has none)',
  async () => {
    const { environment } = await startTrackedTask(server)
    const program = `
import mlflow, mlflow.sklearn
from sklearn.linear_model import LogisticRegression
client = mlflow.MlflowClient()
model = LogisticRegression().fit([[0], [1]], [0, 1])
with mlflow.start_run() as run:
    mlflow.sklearn.log_model(model, name="tree", registered_model_name="real-tree", input_example=None)
    second = mlflow.register_model(f"runs:/{run.info.run_id}/tree", "real-tree", tags={"a": "b"})
    assert second.version == "2", second.version
    third = client.create_model_version("real-tree", second.source, run.info.run_id, description="third")
    assert client.get_model_version("real-tree", "3").description == "third"
    assert "mlflow-artifacts:/" in client.get_model_version_download_uri("real-tree", "3")
    client.transition_model_version_stage("real-tree", "2", "Staging")
    client.transition_model_version_stage("real-tree", "3", "Staging", archive_existing_versions=True)
    assert client.get_model_version("real-tree", "2").current_stage == "Archived"
    client.set_registered_model_alias("real-tree", "champion", "3")
    assert client.get_model_version_by_alias("real-tree", "champion").version == "3"
    assert [v.version for v in client.search_model_versions("name='real-tree'")] == ["3", "2", "1"]
    assert [m.name for m in client.search_registered_models("name LIKE 'real%'")] == ["real-tree"]
    assert [v.version for v in client.get_latest_versions("real-tree", ["Staging"])] == ["3"]
    client.set_model_version_tag("real-tree", "1", "x", "y")
    client.delete_model_version_tag("real-tree", "1", "x")
    client.update_registered_model("real-tree", "trees")
    loaded = mlflow.sklearn.load_model("models:/real-tree@champion")
    assert list(loaded.predict([[0], [1]])) == [0, 1]
    client.delete_registered_model_alias("real-tree", "champion")
    client.delete_model_version("real-tree", "1")
    client.rename_registered_model("real-tree", "renamed-tree")
print("ok")
`
    const { stdout } = await run(python, ['-c', program], {
      env: { ...process.env, ...environment, GIT_PYTHON_REFRESH: 'quiet' },
      timeout: 240_000,
    })
    expect(stdout).toContain('ok')
    expect(await stored('renamed-tree')).toMatchObject([
      { version: 2, stage: 'archived' },
      { version: 3, stage: 'candidate' },
    ])
  },
  300_000,
)
