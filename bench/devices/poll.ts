/**
 * A thousand boards on one server: `npm run bench devices/poll [boards]`. The boards are SSH servers of ssh2 in processes of their
 * own; each board has a shell that runs the product's own script of readings, so that what is read is real, though it is
 * that of this machine. One board is added as people do it, and its row is copied for the others. Then the server, started
 * as `npm start` starts it, connects to all of them and reads each every ten seconds: processor time (of what passes) and
 * memory of its process, and how long a list takes meanwhile.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { createClient } from '../../e2e/support/server/client.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { ensureStripped } from '../../tools/launch/stripped.mjs'
import { serverEnvironment, serverFlags } from '../../tools/launch/node.mjs'
import { inRoot } from '../../tools/launch/run.mjs'

const boards = Number(process.argv[2] ?? 1_000)
const boardsPerProcess = 250
/** Measured seconds, once every board is online and was read. */
const measured = 60
const targets = { cores: 1, memory: 300, list: 50 }
const lists = 200

const folder = mkdtempSync(join(tmpdir(), 'vermilion-boards-'))
const data = join(folder, 'data')
const keyFile = join(folder, 'host')
const report = (name: string, value: string) => console.log(`${name.padEnd(52)}${value}`)
const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const statusOf = (pid: number, key: string) =>
  Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function startBoards(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [inRoot('bench/devices/boards/servers.ts'), keyFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return { child, port: Number(line) }
  throw new Error('the boards ended')
}

const start = () =>
  startServer({
    data,
    environment: serverEnvironment,
    program: ['--no-warnings', ...serverFlags, inRoot('server/src/main.ts')],
  })

/** Adds a board through the API, and returns once it has facts. */
async function addFirst(port: number): Promise<void> {
  const server = await start()
  const call = createClient(server)
  const { fingerprint } = await call(deviceEndpoints.scanHostKey, { body: { host: '127.0.0.1', port } })
  const credentials = { method: 'password', password: 'a board' } as const
  const body = { name: 'board 0', host: '127.0.0.1', port, username: 'board', credentials, fingerprint }
  const { id: deviceId } = await call(deviceEndpoints.createDevice, { body })
  while ((await call(deviceEndpoints.getDevice, { params: { deviceId } })).facts === null) await wait(200)
  await server.stop()
}

function copyRows(ports: readonly number[]): void {
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const columns = database
    .prepare(`select name from pragma_table_info('devices') where name not in ('id', 'name', 'port')`)
    .all()
    .map(({ name }) => `"${String(name)}"`)
    .join(', ')
  const copy = database.prepare(
    `insert into devices (id, name, port, ${columns}) select ?, ?, ?, ${columns} from devices where name = 'board 0'`,
  )
  database.exec('begin')
  for (let board = 1; board < boards; board += 1)
    copy.run(`bench-${board}`, `board ${board}`, ports[Math.floor(board / boardsPerProcess)] ?? 0)
  database.exec('commit')
  database.close()
}

let missed = false
function judge(name: string, value: number, target: number, unit: string): void {
  missed ||= !(value <= target)
  report(name, `${value.toFixed(2)} ${unit}   target ${target} ${unit}`)
}

spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile])
await ensureStripped(process.execPath)
const processes = await Promise.all(Array.from({ length: Math.ceil(boards / boardsPerProcess) }, startBoards))
try {
  const ports = processes.map(({ port }) => port)
  await addFirst(ports[0] ?? 0)
  copyRows(ports)
  const server = await start()
  const call = createClient(server)
  const pid = server.process.pid ?? 0
  const startedAt = performance.now()
  const count = (query: object) => call(deviceEndpoints.listDevices, { query: { ...query, limit: 1 } })
  while ((await count({ status: 'online' })).total < boards) await wait(1_000)
  report(
    'all online after',
    `${((performance.now() - startedAt) / 1_000).toFixed(0)} s, ${processorTime(pid).toFixed(1)} s of processor time`,
  )
  await wait(15_000)

  const spent = processorTime(pid)
  const from = performance.now()
  const times: number[] = []
  let late = 0
  for (let list = 0; list < lists; list += 1) {
    const sort = (['-cpu', 'name', '-memory', '-temperature'] as const)[list % 4] ?? 'name'
    const askedAt = performance.now()
    const { items } = await call(deviceEndpoints.listDevices, { query: { sort, limit: 50 } })
    times.push(performance.now() - askedAt)
    late = Math.max(late, ...items.map(({ reading }) => Date.now() - Date.parse(reading?.at ?? '')))
    await wait(Math.max(0, from + ((list + 1) * measured * 1_000) / lists - performance.now()))
  }
  const seconds = (performance.now() - from) / 1_000
  const memory = statusOf(pid, 'VmRSS')
  const { total } = await count({ status: 'online' })
  report('online at the end', `${total} of ${boards}`)
  missed ||= total < boards
  report('age of the oldest reading in a list', `${(late / 1_000).toFixed(1)} s`)
  judge('processor of the server', (processorTime(pid) - spent) / seconds, targets.cores, 'cores')
  judge('memory of the server', memory, targets.memory, 'MiB')
  judge('a list of 50, p95', at(times, 0.95), targets.list, 'ms')
  report('a list of 50, median', `${at(times, 0.5).toFixed(2)} ms`)
  report('most memory meanwhile', `${statusOf(pid, 'VmHWM').toFixed(0)} MiB`)
  await wait(65_000)
  report('database', `${(statSync(join(data, 'vermilion.db')).size / 1_048_576).toFixed(1)} MiB`)
  await server.stop()
} finally {
  for (const { child } of processes) {
    child.stdin?.end()
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(missed ? 'not reached' : 'reached')
process.exitCode = missed ? 1 : 0
