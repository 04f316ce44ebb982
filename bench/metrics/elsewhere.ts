import { setTimeout as delay } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { createClient } from '../../e2e/support/server/client.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { processorSeconds } from '../../tools/test/processor-time.ts'

/**
 * Trainings on other machines that report to MLflow's endpoint: `npm run bench metrics/elsewhere`. Twenty runs send a batch of 100
 * metrics each every second, 2,000 metrics a second in all, while the list of tasks is read ten times a second. Processor seconds
 * of the server per second of the clock, and milliseconds of the list, before and meanwhile. Afterwards every point must be there.
 */
const [runs, perBatch, seconds, reads] = [20, 100, 30, 10]
/** A share of a core, and milliseconds of the 95th of 100 lists. */
const targets = { processor: 0.35, list: 50 }

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const server = await startServer()
const pid = server.process.pid ?? 0
const call = createClient(server)
const { secret } = await call(accountEndpoints.createAccessToken, { body: { name: 'bench', expiresAt: null } })

async function post(path: string, message: object): Promise<{ run: { info: { run_id: string } } }> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const url = `${server.address}/api/2.0/mlflow/${path}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { run: { info: { run_id: string } } }
}

async function everySecond(times: number, work: (second: number) => Promise<void>): Promise<void> {
  const begin = performance.now()
  for (let second = 0; second < times; second += 1) {
    await work(second)
    await delay(Math.max(0, begin + (second + 1) * 1_000 - performance.now()))
  }
}

async function readLists(): Promise<{ list: number[]; processor: number }> {
  const [list, previous, begin] = [[] as number[], processorSeconds(pid), performance.now()]
  await everySecond(seconds, async () => {
    for (let read = 0; read < reads; read += 1) {
      const from = performance.now()
      await call(taskEndpoints.listTasks, { query: { limit: 50 } })
      list.push(performance.now() - from)
      await delay(60)
    }
  })
  return { list, processor: (processorSeconds(pid) - previous) / ((performance.now() - begin) / 1_000) }
}

let missed = false
function tell(name: string, { list, processor }: Awaited<ReturnType<typeof readLists>>, isHeld: boolean): void {
  const [median, late] = [at(list, 0.5), at(list, 0.95)]
  if (isHeld) missed ||= late > targets.list || processor > targets.processor
  const figures = `list: median ${median.toFixed(1)} ms, p95 ${late.toFixed(1)} ms   processor: ${processor.toFixed(3)} of a core`
  console.log(`${name.padEnd(28)}${figures}`)
}

try {
  const ids = await Promise.all(
    Array.from(
      { length: runs },
      async (_, number) => (await post('runs/create', { run_name: `run ${number}` })).run.info.run_id,
    ),
  )
  tell('nothing is sent', await readLists(), false)
  const sending = Promise.all(
    ids.map((run_id, number) =>
      everySecond(seconds, async (second) => {
        await delay((number * 1_000) / runs / 2)
        const metrics = Array.from({ length: perBatch }, (_, index) => ({
          key: `m${index % 10}`,
          value: Math.sin(index + second),
          timestamp: Date.now(),
          step: second * 10 + Math.floor(index / 10),
        }))
        await post('runs/log-batch', { run_id, metrics, params: [], tags: [] })
      }),
    ),
  )
  tell(`${runs * perBatch} metrics a second`, await readLists(), true)
  await sending
  for (const run_id of ids) {
    const { series } = await call(metricEndpoints.listSeries, { params: { taskId: run_id.slice('run-'.length) } })
    const points = series.reduce((sum, one) => sum + one.points, 0)
    if (points !== perBatch * seconds) throw new Error(`${run_id} has ${points} points of ${perBatch * seconds}`)
  }
  console.log(`targets: list p95 ${targets.list} ms, processor ${targets.processor}${missed ? ': missed' : ''}`)
  process.exitCode = missed ? 1 : 0
} finally {
  await server.stop()
}
