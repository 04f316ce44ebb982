import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, program, testPrograms } from '../testing/programs.ts'

const { getTask, listInstances } = taskEndpoints

/** Notes from which step each instance begins, and fails or ends where a file says so. The first instance writes the checkpoint. */
const steps = `
  const { RANK, WORLD_SIZE, MASTER_PORT } = process.env
  const done = fs.existsSync('checkpoint') ? Number(fs.readFileSync('checkpoint', 'utf8')) : 0
  fs.appendFileSync('begun-' + RANK, [done, WORLD_SIZE, MASTER_PORT].join(' ') + '\\n')
  setInterval(() => {
    if (RANK === '0' && !fs.existsSync('checkpoint') && fs.existsSync('begun-1')) fs.writeFileSync('checkpoint', '1')
    if (fs.existsSync('finish')) process.exit(0)
    if (RANK !== '1' || !fs.existsSync('fail')) return
    fs.unlinkSync('fail')
    process.exit(9)
  }, 20)`

const restarts = { limit: 1, backoffSeconds: 1 }
let server: TestServer
beforeAll(async () => {
  const images = { steps: program(steps, { checkpoint: 'checkpoint' }), unknown: program(steps) }
  server = await startTestServer({ tasks: { ...testPrograms, images } })
})
afterAll(() => server.stop())

async function start(image: string, more: Parameters<typeof orderOf>[1] = {}) {
  const order = orderOf(image, { instances: [{ role: 'worker', count: 2 }], ...more })
  const { id, outputPath } = await server.app.tasks.start(order, 'en-US')
  const get = () => server.call(getTask, { params: { taskId: id } })
  const file = (name: string) => join(outputPath, name)
  const startsOf = async (rank: number) => {
    const text = await readFile(file(`begun-${rank}`), 'utf8').catch(() => '')
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' '))
  }
  const attempts = async (count: number) => {
    for (const rank of [0, 1])
      await expect.poll(async () => (await startsOf(rank)).length, { timeout: 20_000 }).toBe(count)
    await expect.poll(() => readFile(file('checkpoint'), 'utf8').catch(() => '')).toBe('1')
    return Promise.all([startsOf(0), startsOf(1)])
  }
  const over = async () => {
    await expect.poll(async () => (await get()).endedAt, { timeout: 20_000 }).not.toBeNull()
    return get()
  }
  return { id, get, file, attempts, over }
}

function expectGoingOn([first, second]: readonly [string[][], string[][]]) {
  expect(first).toEqual(second)
  expect(first.map(([done = '', size = '']) => `${done} of ${size}`)).toEqual(['0 of 2', '1 of 2'])
  expect(new Set(first.map(([, , port]) => port)).size).toBe(2)
}

test('R3.03 where one instance fails, all begin again from the checkpoint as often as the task allows, then the first is named', async () => {
  const task = await start('steps', { restarts })
  await task.attempts(1)
  await writeFile(task.file('fail'), '')
  expectGoingOn(await task.attempts(2))
  const instances = await server.call(listInstances, { params: { taskId: task.id } })
  expect(instances.map(({ status, restartCount }) => `${status} ${restartCount}`)).toEqual(['running 1', 'running 1'])
  await writeFile(task.file('fail'), '')
  const { status, statusReason } = await task.over()
  expect(status).toBe('failed')
  expect(statusReason).toMatch(/^worker-1 failed first, so all instances were ended: .*exit code 9$/)
})

test('R3.03 R4.12 where one instance is lost, all begin again: from a checkpoint that is known, or where the task allows', async () => {
  for (const [image, more] of [
    ['steps', {}],
    ['unknown', { restarts }],
  ] as const) {
    const task = await start(image, more)
    await task.attempts(1)
    const identity = join(server.data, 'tasks', task.id, 'supervisor', 'run-0', 'worker-1', 'identity')
    process.kill(Number((await readFile(identity, 'utf8')).split('\n')[0]), 'SIGKILL')
    expectGoingOn(await task.attempts(2))
    await writeFile(task.file('finish'), '')
    expect((await task.over()).status).toBe('success')
  }
})

test('R3.03 an instance that is lost is named where nothing begins again', async () => {
  const task = await start('unknown')
  await task.attempts(1)
  const identity = join(server.data, 'tasks', task.id, 'supervisor', 'run-0', 'worker-1', 'identity')
  process.kill(Number((await readFile(identity, 'utf8')).split('\n')[0]), 'SIGKILL')
  expect((await task.over()).statusReason).toMatch(
    /^worker-1 failed first, so all instances were ended: The command was lost/,
  )
})
