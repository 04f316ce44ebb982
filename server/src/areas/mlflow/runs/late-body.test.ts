import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { expect, onTestFinished, test } from 'vitest'
import { beginRequest } from '../../../testing/late-body.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { startTrackedTask, trackedPrograms } from '../testing/tracked-task.ts'

test('R2.22 what a task sends after its end is not taken, however early it has started to', async () => {
  const server = await startTestServer({ tasks: trackedPrograms })
  onTestFinished(() => server.stop())
  const { id, output, environment } = await startTrackedTask(server)
  const { MLFLOW_RUN_ID: run, MLFLOW_TRACKING_TOKEN: token } = environment
  const metric = JSON.stringify({ run_id: run, key: 'late', value: 1, timestamp: 1, step: 1 })
  const started = await Promise.all([
    beginRequest(server, { method: 'POST', path: '/api/2.0/mlflow/runs/log-metric', token, body: metric }),
    beginRequest(server, {
      method: 'PUT',
      path: `/api/2.0/mlflow-artifacts/artifacts/${run}/late.txt`,
      token,
      body: 'late',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ])
  await writeFile(join(output, 'go'), '')
  await expect
    .poll(async () => (await server.call(taskEndpoints.getTask, { params: { taskId: id } })).status)
    .not.toBe('running')
  for (const { send } of started) expect(await send()).toMatchObject({ status: 401 })
  expect((await readdir(output, { recursive: true })).join()).not.toContain('late')
})
