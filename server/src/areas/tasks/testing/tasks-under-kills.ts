import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'

const slots = 8
const lines = 12

let data: string
let shared: string
let journal: string
let server: KillableServer

interface Plan {
  readonly tasks: number
  readonly kills: number
}

export function testTasksUnderKills({ tasks, kills }: Plan): void {
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    shared = await mkdtemp(join(tmpdir(), 'vermilion-kill-data-'))
    journal = join(data, 'journal')
    await mkdir(join(shared, 'images'))
    server = createKillableServer(data, { VERMILION_ROOTS: shared })
    await server.start()
  })
  afterAll(async () => {
    await server.kill()
    await Promise.all([data, shared].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })))
  })

  test(
    `R4.12 R8.07 ${tasks} queued tasks run exactly once each, though the server is killed ${kills} times`,
    { timeout: 600_000 },
    async () => {
      await server.call(poolEndpoints.updatePool, { params: { poolId: 'local' }, body: { concurrency: slots } })
      for (let number = 0; number < tasks; number += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, more) => createTask(number + more)))
      }
      const killedAt = await killRepeatedly(kills)
      let endedTasks = await listAllTasks()
      while (endedTasks.some(({ endedAt }) => endedAt === null)) {
        await delay(500)
        endedTasks = await listAllTasks()
      }
      expect(endedTasks).toHaveLength(tasks)
      await Promise.all(endedTasks.map(expectOutcome))
      await expectJournal(tasks, killedAt)
      const [local] = await server.call(poolEndpoints.listPools, {})
      expect(local).toMatchObject({ id: 'local', running: 0, queued: 0, concurrency: slots })
    },
  )
}

const script = `echo "start $1 $(date +%s%N)" >> "$2"
i=0; while [ $i -lt ${lines} ]; do echo "line $i of $1"; i=$((i+1)); sleep 0.02; done
echo "result of $1" > result.txt
echo "end $1 $(date +%s%N)" >> "$2"
exit $3`

const codeOf = (number: number) => (number % 4 === 3 ? 1 + (number % 100) : 0)

function createTask(number: number) {
  return server.call(taskEndpoints.createTask, {
    body: {
      name: `task-${number}`,
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', script, 'sh', String(number), journal, String(codeOf(number))],
      priority: number % 3,
    },
  })
}

async function listAllTasks(): Promise<Task[]> {
  const tasks: Task[] = []
  let cursor: string | undefined
  do {
    const page = await server.call(taskEndpoints.listTasks, { query: { limit: 500, ...(cursor ? { cursor } : {}) } })
    tasks.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return tasks
}

async function killRepeatedly(kills: number): Promise<number[]> {
  const killedAt: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    // The first kill waits for running tasks, on however slow a machine.
    await (kill === 0 ? untilOneRuns() : delay(Math.random() * 600))
    // Before the kill: a run may end while the server dies.
    killedAt.push(Date.now())
    await server.kill()
    await server.start()
  }
  return killedAt
}

async function untilOneRuns(): Promise<void> {
  for (;;) {
    const events = await readFile(journal, 'utf8').catch(() => '')
    if ((events.match(/^start/gm) ?? []).length > (events.match(/^end/gm) ?? []).length) return
    await delay(20)
  }
}

async function expectOutcome(task: Task): Promise<void> {
  const number = Number(task.name.slice('task-'.length))
  const code = codeOf(number)
  const reason = code === 0 ? '' : `The command ended with exit code ${code}`
  const status = code === 0 ? 'success' : 'failed'
  expect(task).toMatchObject({ status, statusReason: reason, restartCount: 0 })
  expect(task.failure?.cause).toBe(code === 0 ? undefined : 'exit-code')
  const log = await (await server.fetch(`/tasks/${task.id}/log/content`)).text()
  expect(log).toBe(Array.from({ length: lines }, (_, line) => `line ${line} of ${number}\n`).join(''))
  const result = await server.fetch(`/tasks/${task.id}/files/content?path=result.txt`)
  expect(await result.text()).toBe(`result of ${number}\n`)
}

/** Each task started and ended once, never more at once than slots, and some during a kill. */
async function expectJournal(tasks: number, killedAt: readonly number[]): Promise<void> {
  const events = (await readFile(journal, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([what = '', number = '', at = '']) => ({ what, number, at: Number(at) / 1e6 }))
  for (const what of ['start', 'end']) {
    const numbers = events.filter((event) => event.what === what).map(({ number }) => Number(number))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: tasks }, (_, number) => number))
  }
  let running = 0
  let most = 0
  for (const { what } of events.toSorted((a, b) => a.at - b.at)) {
    running += what === 'start' ? 1 : -1
    most = Math.max(most, running)
  }
  expect(most).toBeLessThanOrEqual(slots)
  expect(most).toBeGreaterThan(1)
  // Some tasks ran during a kill, and still only once.
  const at = (what: string) => new Map(events.filter((event) => event.what === what).map((one) => [one.number, one.at]))
  const ends = at('end')
  const adopted = [...at('start')].filter(([number, start]) =>
    killedAt.some((killed) => start < killed && killed < (ends.get(number) ?? 0)),
  )
  expect(adopted.length).toBeGreaterThan(0)
}
