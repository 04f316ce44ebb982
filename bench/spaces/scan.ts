import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startTestServer } from '../../server/src/testing/start-server.ts'

/**
 * Duration and memory of scans of a folder in place, and the longest block of the event loop: the first scan, one without
 * changes, one with a hundredth changed. `npm run bench spaces/scan -- --files 100000 --folders 200`
 * Target: seconds for a scan of 100,000 files without changes.
 */
const target = 5
const option = (name: string, usual: number) => Number(process.argv[process.argv.indexOf(name) + 1]) || usual
const files = option('--files', 100_000)
const folders = option('--folders', 200)

const machine = realpathSync(mkdtempSync(join(tmpdir(), 'vermilion-bench-')))
const path = join(machine, 'folder')
try {
  for (let folder = 0; folder < folders; folder++) mkdirSync(join(path, `folder ${folder}`), { recursive: true })
  for (let file = 0; file < files; file++) writeFileSync(pathOf(file), `content ${file}`)
  await measure()
} finally {
  rmSync(machine, { recursive: true, force: true })
}

function pathOf(file: number): string {
  return join(path, `folder ${file % folders}`, `measurement ${file}.txt`)
}

async function measure(): Promise<void> {
  const server = await startTestServer({ environment: { VERMILION_ROOTS: machine } })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let spaceId = ''

  async function timed(name: string, begin: () => Promise<unknown>, isOver: () => Promise<boolean>): Promise<number> {
    let memory = 0
    const from = performance.now()
    const cpuAtStart = process.cpuUsage()
    delay.reset()
    delay.enable()
    await begin()
    while (!(await isOver())) {
      memory = Math.max(memory, process.memoryUsage.rss())
      await sleep(50)
    }
    delay.disable()
    const seconds = (performance.now() - from) / 1_000
    const { user, system } = process.cpuUsage(cpuAtStart)
    const [p99, max] = [delay.percentile(99), delay.max].map((each) => (each / 1e6).toFixed(1))
    console.log(
      `${name}: ${seconds.toFixed(2)} s (${((user + system) / 1e6).toFixed(1)} s of processors), event loop p99 ${p99} ms, longest ${max} ms, ${Math.round(memory / 2 ** 20)} MiB`,
    )
    return seconds
  }

  const space = () => server.call(spaceEndpoints.getSpace, { params: { spaceId } })
  const isScanned = async () => (await space()).status !== 'processing'
  const scan = () => server.call(scanEndpoints.scanSpace, { params: { spaceId }, body: {} })
  const create = async () => {
    spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'in place', path } })).id
  }

  console.log(`${files} files in ${folders} folders`)
  await timed('first scan, contents read beside it', create, isScanned)
  const settled = server.platform.jobs.settled().then(() => true)
  await timed(
    'rest of the contents',
    async () => {},
    () => Promise.race([settled, sleep(100, false)]),
  )
  const unchanged = [
    await timed('scan with nothing changed', scan, isScanned),
    await timed('and again', scan, isScanned),
  ]
  const changed = new Date(Date.now() + 60_000)
  for (let file = 0; file < files; file += 100) utimesSync(pathOf(file), changed, changed)
  await timed('scan with a hundredth changed', scan, isScanned)
  console.log((await space()).scanReport)
  await server.platform.jobs.settled()
  await server.stop()
  if (Math.max(...unchanged) <= (target * files) / 100_000) return
  console.error(`with nothing changed, ${target} s for 100,000 files is the target`)
  process.exitCode = 1
}
