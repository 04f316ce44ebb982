import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { PoolCreate } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { expect } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'

const kills = 20
const tasksPerKill = 3
const tasks = kills * tasksPerKill
const slots = 8
/** Milliseconds that a server lives at most after it is up. */
const maxLifeMs = 2_500
const patience = { timeout: 240_000, interval: 500 }

export interface ClusterUnderKills {
  environment: Record<string, string>
  files: string
  pool: Pick<PoolCreate, 'executor' | 'settings'>
  /** The file in which tasks write down what they do, as they and as the test see it. */
  journal: { there: string; here: string }
  addImage(server: KillableServer): Promise<string>
  /** What is still there, besides what other people have started. */
  leftBehind(): Promise<string[]>
}

/** `$1` number, `$2` journal, `$3` exit code, `$4` lines, `$5` output folder. */
const script = `trap 'echo "stopped $1" >> "$2"; exit 9' TERM
echo "start $1" >> "$2"
i=0; while [ $i -lt $4 ]; do echo "line $i of $1"; i=$((i+1)); sleep 0.1; done
echo "result of $1" > "$5"/result.txt
echo "end $1" >> "$2"
exit $3`

const lengths = [1, 10, 30, 60, 10]
const isStopped = (number: number) => number % 6 === 5
const codeOf = (number: number) => (number % 6 === 2 || number % 6 === 4 ? 1 + number : 0)
const linesOf = (number: number) => lengths[number % 6] ?? 1_000_000

/** The server is killed at random moments while tasks are made, run, end and are stopped. Each runs exactly once for all that. */
export async function runTasksUnderKills(cluster: ClusterUnderKills): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-cluster-kill-'))
  const server = createKillableServer(data, cluster.environment)
  const readJournal = async () => (await readFile(cluster.journal.here, 'utf8').catch(() => '')).split('\n')
  const ranAtKills = new Set<string>()
  try {
    await server.start()
    const body = { name: 'cluster', concurrency: slots, ...cluster.pool }
    const { id: pool } = await server.call(poolEndpoints.createPool, { body })
    const image = await cluster.addImage(server)
    const made: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      for (let more = 0; more < tasksPerKill; more += 1)
        made.push((await server.call(taskEndpoints.createTask, { body: orderOf(made.length) })).id)
      // One that may wait, start or run, and is asked while the server dies.
      const stopping = kill % 4 === 3 ? made.length - 1 : made.length - 1 - tasksPerKill
      if (isStopped(stopping)) void stop(made[stopping] ?? '')
      await delay(Math.random() * maxLifeMs)
      for (const number of runningIn(await readJournal())) ranAtKills.add(number)
      await server.kill()
      await server.start()
    }
    await expect
      .poll(async () => {
        const rest = (await listTasks()).filter(({ endedAt }) => endedAt === null)
        await Promise.all(rest.filter(({ name }) => isStopped(numberOf(name))).map(({ id }) => stop(id)))
        return rest.map(({ name, status, statusReason }) => `${name} ${status}: ${statusReason}`)
      }, patience)
      .toEqual([])
    const outcomes = await listTasks()
    expect(outcomes.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
    for (const task of outcomes) await expectOutcome(task)
    expectJournal(await readJournal())
    expect(ranAtKills.size).toBeGreaterThan(tasksPerKill)
    await expect.poll(cluster.leftBehind, patience).toEqual([])
    const pools = await server.call(poolEndpoints.listPools, {})
    expect(pools.find(({ id }) => id === pool)).toMatchObject({ running: 0, queued: 0 })

    function orderOf(number: number) {
      const parameters = [number, cluster.journal.there, codeOf(number), linesOf(number), '{outputPath}'].map(String)
      return {
        name: `task-${number}`,
        pool,
        image,
        dataSources: [{ kind: 'folder' as const, path: cluster.files }],
        command: ['/bin/sh', '-c', script, 'sh', ...parameters],
        priority: number % 3,
      }
    }
  } finally {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }

  async function stop(taskId: string): Promise<void> {
    // The server may be killed before it answers, and is asked again.
    await server.call(taskEndpoints.stopTask, { params: { taskId } }).catch(() => undefined)
  }

  async function listTasks(): Promise<Task[]> {
    return (await server.call(taskEndpoints.listTasks, { query: { limit: 500 } })).items
  }

  async function expectOutcome(task: Task): Promise<void> {
    const number = numberOf(task.name)
    if (isStopped(number)) {
      const outcome = { status: 'stopped', statusReason: 'Stopped by admin', restartCount: 0 }
      return expect(task).toMatchObject({ name: task.name, ...outcome })
    }
    const code = codeOf(number)
    const statusReason = code === 0 ? '' : `The command ended with exit code ${code}`
    const status = code === 0 ? 'success' : 'failed'
    expect(task).toMatchObject({ name: task.name, status, statusReason, restartCount: 0 })
    const log = await (await server.fetch(`/tasks/${task.id}/log/content`)).text()
    expect(log).toBe(Array.from({ length: linesOf(number) }, (_, line) => `line ${line} of ${number}\n`).join(''))
    const result = await server.fetch(`/tasks/${task.id}/files/content?path=result.txt`)
    expect(await result.text()).toBe(`result of ${number}\n`)
  }
}

const numberOf = (name: string) => Number(name.slice('task-'.length))

function runningIn(journal: readonly string[]): string[] {
  const numbersOf = (what: string) =>
    journal.flatMap((line) => (line.startsWith(`${what} `) ? [line.slice(what.length + 1)] : []))
  const over = new Set([...numbersOf('end'), ...numbersOf('stopped')])
  return numbersOf('start').filter((number) => !over.has(number))
}

/** Each has started and ended once, those that were stopped at most once, and never more at once than the pool takes. */
function expectJournal(journal: readonly string[]): void {
  const count = (line: string) => journal.filter((each) => each === line).length
  const numbers = Array.from({ length: tasks }, (_, number) => number)
  const runs = numbers.map((number) => [number, count(`start ${number}`), count(`end ${number}`)])
  expect(runs.filter(([number = 0]) => !isStopped(number))).toEqual(
    numbers.filter((number) => !isStopped(number)).map((number) => [number, 1, 1]),
  )
  expect(runs.filter(([number = 0, starts = 0, ends]) => isStopped(number) && (starts > 1 || ends !== 0))).toEqual([])
  for (const [position] of journal.entries())
    expect(runningIn(journal.slice(0, position + 1)).length).toBeLessThanOrEqual(slots)
}
