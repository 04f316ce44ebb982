import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TaskCreate } from '@vermilion/contract/tasks/creation'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const { createTask, getTask, listInstances } = taskEndpoints

let server: TestServer
let shared: string
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-instances-'))
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks: { graceSeconds: 0.3 } })
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

const create = (script: string, instances: TaskCreate['instances']) =>
  server.call(createTask, {
    body: {
      name: 'several',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', script],
      ...(instances === undefined ? {} : { instances }),
    },
  })
const get = (taskId: string) => server.call(getTask, { params: { taskId } })
async function over({ id }: Task): Promise<Task> {
  for (;;) {
    const task = await get(id)
    if (task.endedAt !== null) return task
    await delay(30)
  }
}

test('R3.03 starts several instances together, which can find one another', async () => {
  const script = `echo "$ROLE $ROLE_INDEX $RANK/$WORLD_SIZE $MASTER_ADDR $MASTER_PORT"
    echo "$PET_NODE_RANK/$PET_NNODES x $PET_NPROC_PER_NODE $PET_MASTER_ADDR $PET_MASTER_PORT"
    echo "$JAX_PROCESS_ID/$JAX_NUM_PROCESSES $JAX_COORDINATOR_ADDRESS of $VERMILION_ADDRESSES"; sleep 0.3`
  const instances = [
    { role: 'master', count: 1 },
    { role: 'worker', count: 2 },
  ]
  const finished = await over(await create(script, instances))
  expect(finished.status).toBe('success')
  const visited = await server.call(listInstances, { params: { taskId: finished.id } })
  expect(visited.map(({ role, name, status }) => [role, name, status])).toEqual(
    ['master-0', 'worker-0', 'worker-1'].map((name) => [name.split('-')[0], `${finished.id}-${name}`, 'success']),
  )
  const texts = await Promise.all(
    visited.map(async ({ name }) => {
      const response = await server.fetch(`/tasks/${finished.id}/log/lines?from=0&count=3&instance=${name}`)
      const { data } = (await response.json()) as { data: { lines: { text: string }[] } }
      return data.lines.map(({ text }) => text.replace(/\b\d{4,5}\b/, 'PORT'))
    }),
  )
  const expected = ['master 0 0/3', 'worker 0 1/3', 'worker 1 2/3'].map((text, rank) => [
    `${text} 127.0.0.1 PORT`,
    `${rank}/3 x 1 127.0.0.1 PORT`,
    `${rank}/3 127.0.0.1:PORT of 127.0.0.1 127.0.0.1 127.0.0.1`,
  ])
  expect(texts).toEqual(expected)
})

test('R3.03 tells of each instance how it is by itself', async () => {
  const script = 'case $RANK in 0) exit 0;; 1) until test -e go; do sleep 0.1; done; exit 3;; esac; exec sleep 60'
  const made = await create(script, [{ role: 'worker', count: 3 }])
  const statuses = async () =>
    (await server.call(listInstances, { params: { taskId: made.id } })).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['success', 'running', 'running'])
  await writeFile(join((await get(made.id)).outputPath, 'go'), '')
  const { status, statusReason } = await over(made)
  expect(status).toBe('failed')
  expect(statusReason).toMatch(/^worker-1 failed first, so all instances were ended: .*exit code 3$/)
  expect(await statuses()).toEqual(['success', 'failed', 'stopped'])
})
