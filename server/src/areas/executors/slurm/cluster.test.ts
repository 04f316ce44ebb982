import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassing } from '../port/passing.ts'
import type { InstanceSpec } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { skippedWithout, slurmFor } from '../testing/expected-engine.ts'
import { benchOf } from '../testing/harness.ts'
import { slurmHarness } from '../testing/slurm-harness.ts'
import type { SlurmHarness } from '../testing/slurm-harness.ts'
import { createCommandConnection } from './connection/by-commands.ts'
import { commandEnvironment, createLocalCommands } from './connection/commands.ts'
import { commentOf, createJobQueue } from './job-queue.ts'
import { createSlurmExecutor } from './executor.ts'
import { readOwnId } from '#platform/own-id'

const slurm = await slurmFor()
const starter = fileURLToPath(new URL('../testing/start-slurm-run.ts', import.meta.url))
const patience = { timeout: 60_000, interval: 100 }
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const endless = 'echo up; while :; do sleep 0.2; done'
const [first, second]: readonly [InstanceSpec, InstanceSpec] = [
  { role: 'master', index: 0, environment: { RANK: '0' } },
  { role: 'worker', index: 0, environment: { RANK: '1' } },
]

describe.skipIf(slurm === null)(`a cluster of Slurm${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  let harness: SlurmHarness
  beforeAll(async () => {
    harness = await slurmHarness(slurm)
  })
  afterAll(async () => {
    await harness.close()
    await slurm.close()
  })

  const phaseOf = async (handle: RunHandle, { executor } = harness) => (await executor.status(handle)).phase
  const jobOf = async (handle: RunHandle, { root } = harness) => {
    const comment = commentOf(await readOwnId(join(root, 'owner-id')), handle)
    const lines = slurm.run('squeue', '--noheader', '--states=all', '--Format=JobID:0|,Comment:0').split('\n')
    return lines.filter((line) => line.endsWith(`|${comment}`)).map((line) => line.split('|')[0] ?? '')
  }

  test('what the partition has is told, by the types of its accelerators', async () => {
    const { cpu, memoryBytes, accelerators, free } = await harness.executor.capacity()
    expect({ cpu, memoryBytes, free }).toEqual({
      cpu: 16,
      memoryBytes: 16_000 * 1_048_576,
      free: { cpu: 16, memoryBytes: 16_000 * 1_048_576 },
    })
    expect(accelerators.map(({ type }) => type)).toEqual(['tesla', 'tesla', 'tesla', 'tesla'])
  })

  test('a run waits for accelerators with the words of Slurm, and starts when some are free', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const more = { accelerators: { type: 'tesla', indexes: [], count: 1 } }
    const script = `echo "devices $CUDA_VISIBLE_DEVICES"; ${endless}`
    const handles: RunHandle[] = []
    for (let run = 0; run < 4; run += 1)
      handles.push(await executor.start(bench.shell(`gpu-${run}`, script, more), 'run'))
    for (const handle of handles) await bench.says(handle, 'up')
    expect(await bench.log(handles[0] ?? '')).toMatch(/^devices [01]\n/)
    const last = await executor.start(bench.shell('gpu-last', script, more), 'run')
    const condition = async () => (await executor.status(last)).instances[0]?.condition
    await expect
      .poll(condition, patience)
      .toEqual({ name: 'unschedulable', detail: 'Resources (1 node with gres:gpu:tesla:1)' })
    expect(await executor.status(last)).toMatchObject({ phase: 'queued', exit: null })
    await executor.stop(handles[0] ?? '', { graceSeconds: 1 })
    await bench.says(last, 'up')
    const queued = await executor.start(bench.shell('gpu-stopped', script, more), 'run')
    await executor.stop(queued, { graceSeconds: 60 })
    expect(await executor.status(queued)).toMatchObject({ phase: 'ended', exit: { code: 143 }, startedAt: null })
    for (const handle of [...handles, last]) await executor.stop(handle, { graceSeconds: 0 })
  })

  test('two instances are on two nodes, know one another by the address of the first, and their ranks add up', async () => {
    const bench = benchOf(harness)
    const program = `
      const { RANK, MASTER_ADDR, MASTER_PORT } = process.env
      const net = require('node:net')
      const connect = () => net.connect(MASTER_PORT, MASTER_ADDR).on('error', () => setTimeout(connect, 100)).end(RANK)
      if (RANK === '1') connect()
      else net.createServer((other) => other.on('data', (rank) => {
        console.log('sum', Number(RANK) + Number(rank), 'of', MASTER_ADDR)
        const { VERMILION_ADDRESSES, PET_MASTER_ADDR, JAX_COORDINATOR_ADDRESS, ...files } = process.env
        console.log(VERMILION_ADDRESSES, PET_MASTER_ADDR, JAX_COORDINATOR_ADDRESS.replace(MASTER_PORT, 'PORT'))
        for (const file of [files.OMPI_MCA_orte_default_hostfile, files.HYDRA_HOST_FILE])
          console.log(require('node:fs').readFileSync(file, 'utf8').trim())
        process.exit()
      })).listen(MASTER_PORT)`
    const environment = { MASTER_PORT: String(20_000 + (process.pid % 10_000)), MASTER_ADDR: 'replaced' }
    const more = { environment, accelerators: { type: 'tesla', indexes: [], count: 2 } }
    const spec = bench.spec('ranks', [process.execPath, '-e', program], { ...more, instances: [first, second] })
    const handle = await harness.executor.start(spec, 'run')
    const status = await bench.over(handle)
    const [one = '', two = ''] = status.instances.map(({ instanceIp }) => instanceIp ?? '')
    const addresses = `${one} ${two} 127.0.0.1 127.0.0.1:PORT\n${one} slots=2\n${two} slots=2\n${one}:2\n${two}:2`
    expect((await bench.log(handle, first)).trim()).toBe(`sum 1 of 127.0.0.1\n${addresses}`)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0 } })
    expect(status.instances.map(({ node }) => node)).toEqual(['n1', 'n2'])
    expect(status.instances[0]?.hostIp).toBe('127.0.0.1')
  })

  test('what a run asks for reaches Slurm, and its environment is on disk no longer than it runs', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const limits = { cpu: 1.5, memoryBytes: 300 * 1_048_576 }
    const more = { limits, priority: 90, timeLimitSeconds: 61, environment: { PATH: '/bin', TOKEN: 'a secret' } }
    const handle = await executor.start(bench.shell('asks', endless, more), 'run')
    await bench.says(handle, 'up')
    const description = slurm.run('scontrol', 'show', 'job', '--oneliner', ...(await jobOf(handle)))
    for (const word of ['NumCPUs=2', 'MinMemoryNode=300M', 'Nice=100', 'TimeLimit=00:02:00', 'Requeue=1']) {
      expect(description).toContain(word)
    }
    const folder = join(slurm.shared, 'runs/asks/job/run')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'worker-0.environment'))).mode & 0o777).toBe(0o600)
    await executor.stop(handle, { graceSeconds: 0 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.environment'))).toEqual([])
  })

  test('more instances than nodes share them, each with its own accelerator', async () => {
    const bench = benchOf(harness)
    const instances = [0, 1, 2].map((index) => ({ role: 'worker', index, environment: {} })) as [InstanceSpec]
    const accelerators = { type: 'tesla', indexes: [], count: 1 }
    const limits = { cpu: 2, memoryBytes: 200 * 1_048_576 }
    const spec = bench.shell('shared', 'echo "$CUDA_VISIBLE_DEVICES."; sleep 1', { instances, accelerators, limits })
    const handle = await harness.executor.start(spec, 'run')
    const status = await bench.over(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0 } })
    const logs = await Promise.all(instances.map((instance) => bench.log(handle, instance)))
    const devices = logs.map((log, index) => `${status.instances[index]?.node} ${log}`)
    expect(new Set(devices).size).toBe(3)
  })

  test('an unknown partition and impossible requests are told in words before and at the start', async () => {
    const other = await slurmHarness(slurm, { partition: 'nowhere' })
    const bench = benchOf(other)
    const spec = bench.shell('nowhere', 'true')
    await expect(other.executor.capacity()).rejects.toThrow('no partition nowhere')
    expect(await other.executor.check(spec)).toEqual([expect.stringContaining('no partition nowhere')])
    const refusal: unknown = await other.executor.start(spec, 'run').catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      text: { en: expect.stringContaining('sinfo'), zh: expect.stringContaining('分区') },
    })
    expect(isPassing(refusal)).toBe(false)
    expect(await other.executor.list()).toEqual([])
    await other.close()
    const { executor } = harness
    const usual = benchOf(harness)
    const accelerators = { type: 'unheard-of', indexes: [], count: 1 }
    expect(await executor.check(usual.shell('a', 'true', { accelerators }))).toEqual([
      'the nodes have no accelerators of type unheard-of; they have tesla',
    ])
    expect(await executor.check(usual.shell('a', 'true', { limits: { cpu: 99 } }))).toEqual([
      expect.stringContaining('Ask for less'),
    ])
    const missing = createSlurmExecutor({
      root: harness.root,
      settings: { ...harness.settings, sharedHere: '/nowhere' },
    })
    expect(await missing.check(usual.shell('a', 'true'))).toEqual([expect.stringContaining('shared folder /nowhere')])
    await expect(missing.capacity()).rejects.toThrow('shared folder /nowhere')
    const pyxis = createSlurmExecutor({ root: harness.root, settings: { ...harness.settings, containers: 'pyxis' } })
    expect(await pyxis.check({ ...usual.shell('a', 'true'), image: 'busybox' })).toEqual([
      expect.stringContaining('has no Pyxis'),
    ])
  })

  test('what is preempted waits in the queue again, and starts again as the same run', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const urgent = await slurmHarness(slurm, { partition: 'urgent' })
    const all = { limits: { cpu: 8 }, instances: [first, second] as const }
    const script = 'echo "begun $RANK"; while [ ! -e free ]; do sleep 0.1; done; exit 0'
    const handle = await executor.start(bench.shell('preempted', script, all), 'run')
    await bench.says(handle, 'begun 0', first)
    const urgentBench = benchOf(urgent)
    const other = await urgent.executor.start(urgentBench.shell('urgent', endless, { limits: { cpu: 8 } }), 'run')
    await expect
      .poll(() => executor.status(handle), patience)
      .toMatchObject({ phase: 'queued', exit: null, instances: [{ condition: { name: 'preempted' } }, {}] })
    await urgentBench.says(other, 'up')
    await urgent.executor.stop(other, { graceSeconds: 0 })
    const [id = '', ...others] = await jobOf(handle)
    expect(others).toEqual([])
    // Slurm lets a job that was requeued wait for two minutes.
    slurm.run('scontrol', 'update', `jobid=${id}`, 'StartTime=now')
    await expect.poll(() => phaseOf(handle), patience).toBe('running')
    await writeFile(join(harness.folder, 'free'), '')
    const status = await bench.over(handle)
    expect(status).toMatchObject({ phase: 'ended', exit: { code: 0 }, instances: [{ restarts: 1 }, { restarts: 1 }] })
    expect((await bench.log(handle, first)).match(/begun 0/g)).toHaveLength(2)
    await urgent.close()
  })

  test('another server sees none of the jobs, and ends none', async () => {
    const bench = benchOf(harness)
    const handle = await harness.executor.start(bench.shell('own', endless), 'run')
    await bench.says(handle, 'up')
    const other = await slurmHarness(slurm)
    expect(await other.executor.list()).toEqual([])
    await other.executor.stop(handle, { graceSeconds: 0 })
    await other.executor.clean(handle)
    expect(await phaseOf(handle, other)).toBe('lost')
    await sleep(500)
    expect(await phaseOf(handle)).toBe('running')
    await harness.executor.stop(handle, { graceSeconds: 0 })
    await other.close()
  })

  test('a job that somebody else cancels has ended, and says so', async () => {
    const bench = benchOf(harness)
    const handle = await harness.executor.start(bench.shell('cancelled', endless), 'run')
    await bench.says(handle, 'up')
    slurm.run('scancel', ...(await jobOf(handle)))
    const { exit, instances } = await bench.over(handle)
    expect(exit).toMatchObject({ code: 143, signal: 'SIGTERM' })
    expect(instances[0]?.condition).toMatchObject({ name: 'evicted', detail: expect.stringContaining('CANCELLED') })
  })

  test('a start that is cut off is completed by the next one, and runs once', async () => {
    const { executor, root, settings, folder } = harness
    const bench = benchOf(harness)
    const local = async (name: string) => {
      const shelves = await readdir(join(root, name)).catch(() => [])
      const shelf = shelves.find((each) => each.startsWith('slurm-'))
      return join(root, name, shelf ?? 'slurm', 'run')
    }
    const moments = {
      planned: async (name: string) => isThere(join(await local(name), 'plan.json')),
      written: async (name: string) => isThere(join(slurm.shared, 'runs', name, 'job/run/launch')),
      submitted: async (name: string) => (await jobOf(`${name}/run`)).length > 0,
    }
    for (const [moment, isReached] of Object.entries(moments)) {
      const spec = bench.shell(moment, 'echo once >> cut; echo once', { workingFolder: folder })
      const server = spawn(process.execPath, [starter, root, JSON.stringify(settings), JSON.stringify(spec), 'run'], {
        stdio: 'ignore',
      })
      while (!(await isReached(moment))) await sleep(1)
      server.kill('SIGKILL')
      await once(server, 'exit')
      // As if the answer of sbatch had not arrived.
      await rm(join(await local(moment), 'job'), { force: true })
      const handle = await executor.start(spec, 'run')
      expect((await bench.over(handle)).exit?.code).toBe(0)
      expect(await bench.log(handle)).toBe('once\n')
    }
    expect(await readFile(join(folder, 'cut'), 'utf8')).toBe('once\n'.repeat(3))
  })

  test('one command serves all runs that ask at once', async () => {
    const run = createLocalCommands(commandEnvironment(slurm.configuration))
    let count = 0
    const connection = createCommandConnection({
      run(argv, options) {
        count += 1
        return run(argv, options)
      },
    })
    const queue = createJobQueue(connection, () => readOwnId(join(harness.root, 'owner-id')))
    await Promise.all(Array.from({ length: 200 }, () => queue.read()))
    expect(count).toBe(1)
  })

  // The last one: Slurm takes a minute to notice that a job has ended while its controller was away.
  test('while the controller is away runs go on and end, and the rest is caught up with', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const lasting = await executor.start(bench.shell('away', endless), 'run')
    const short = await executor.start(bench.shell('short', 'echo up; sleep 2; echo over; exit 3'), 'run')
    await bench.says(lasting, 'up')
    await bench.says(short, 'up')
    await slurm.stopController()
    await expect.poll(() => executor.status(lasting), patience).toMatchObject({ phase: 'running', isAway: true })
    // What has ended meanwhile has written so.
    expect(await bench.over(short)).toMatchObject({ phase: 'ended', exit: { code: 3 } })
    const refused: unknown = await executor.start(bench.shell('late', 'true'), 'run').catch((error: unknown) => error)
    expect(String(refused)).toContain('does not answer')
    expect(isPassing(refused)).toBe(true)
    await slurm.startController()
    await expect.poll(async () => (await executor.status(lasting)).isAway, patience).toBe(undefined)
    expect(await phaseOf(lasting)).toBe('running')
    expect((await bench.over(await executor.start(bench.shell('late', 'exit 4'), 'run'))).exit?.code).toBe(4)
    await executor.stop(lasting, { graceSeconds: 1 })
    expect(await phaseOf(lasting)).toBe('ended')
  })
})
