/**
 * Tasks on a real cluster, through the front door: `npm run bench executors/cluster kubernetes|slurm [--tasks 200] [--rounds 15]`.
 * Overhead: seconds from the request until the command runs, in turns with the same Job created by one request to the API server,
 * or the same command by `sbatch`. Dispatch: 200 tasks until all are handed over, and how long the server's loop stood still.
 * Logs: 100 tasks that write 10 kB/s each, the processor time of the server meanwhile, and how old a line is when it can be read.
 * Kubernetes is that of `VERMILION_TEST_KUBECONFIG` and `VERMILION_TEST_CONTAINERD`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { taskEndpoints } from '../../contract/src/tasks.ts'
import { poolEndpoints } from '../../contract/src/tasks/pools.ts'
import { taskLogEndpoints } from '../../contract/src/tasks/logs.ts'
import { imageEndpoints } from '../../contract/src/tasks/training-images.ts'
import { createClient } from '../../e2e/support/server/client.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import type { Job, ObjectList } from '../../server/src/areas/executors/kubernetes/client/objects.ts'
import { pathsIn } from '../../server/src/areas/executors/kubernetes/client/paths.ts'
import { openTestCluster } from '../../server/src/areas/executors/testing/kubernetes-cluster.ts'
import { startSlurm } from '../../server/src/areas/executors/testing/slurm-cluster.ts'
import { serverEnvironment, serverFlags } from '../../tools/launch/node.mjs'
import { inRoot } from '../../tools/launch/run.mjs'
import { ensureStripped } from '../../tools/launch/stripped.mjs'

const option = (name: string, usual: number) =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual
const engine = process.argv.includes('slurm') ? 'slurm' : 'kubernetes'
const [taskCount, rounds] = [option('--tasks', 200), option('--rounds', 15)]
/** Seconds, milliseconds and cores. */
const most = { overhead: engine === 'slurm' ? 0.5 : 1, dispatch: 20, loopMs: 50, cores: 0.2, lineAge: 1 }

const at = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.round(part * (values.length - 1))] ?? Number.NaN
function report(name: string, value: number, unit: string, limit?: number): void {
  console.log(`${name.padEnd(56)}${value.toFixed(2)} ${unit}${limit === undefined ? '' : ` (at most ${limit})`}`)
  if (limit !== undefined && !(value <= limit)) process.exitCode = 1
}
/** Processor seconds that all threads of the server have used. */
const cpuSeconds = () =>
  readFileSync(`/proc/${server.process.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
const uptime = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])

/** The fields of a Job in which the copy differs. */
interface CopiedJob extends Job {
  status?: NonNullable<Job['status']>
  spec: Job['spec'] & {
    selector?: object
    template: {
      metadata: { labels: object }
      spec: { containers: { command: string[]; args?: string[]; volumeMounts: object[] }[]; volumes: object[] }
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
await ensureStripped(process.execPath)
function started<Cluster>(cluster: Cluster | string): Cluster {
  if (typeof cluster === 'string') throw new Error(cluster)
  return cluster
}
const slurm = engine === 'slurm' ? started(await startSlurm()) : null
const kubernetes = slurm === null ? started(await openTestCluster()) : null
const shared = slurm?.shared ?? join(folder, 'shared')
mkdirSync(shared, { recursive: true })
const namespace = `vermilion-bench-${process.pid}`
await kubernetes?.client.call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
const delays = join(folder, 'delays')
writeFileSync(delays, '')
const server = await startServer({
  data: join(folder, 'data'),
  environment: { ...serverEnvironment, BENCH_LOOP_DELAYS: delays, VERMILION_ROOTS: shared },
  program: [
    '--no-warnings',
    ...serverFlags,
    '--import',
    inRoot('bench/executors/loop-delay.ts'),
    inRoot('server/src/main.ts'),
  ],
})
try {
  const call = createClient(server)
  const settings = slurm
    ? { connection: 'commands', configuration: slurm.configuration, sharedHere: shared }
    : { kubeconfig: kubernetes?.kubeconfig, namespace, storage: 'host-path', sharedHere: shared, sharedThere: shared }
  const pool = await call(poolEndpoints.createPool, {
    body: { name: 'cluster', executor: engine, concurrency: 10_000, cpu: 100_000, memoryBytes: 2 ** 50, settings },
  })
  const command = (script: string): [string, ...string[]] => ['/bin/sh', '-c', script, 'sh', '{outputPath}']
  if (kubernetes)
    await call(imageEndpoints.createTrainingImage, {
      body: {
        name: 'bench',
        address: kubernetes.image,
        framework: 'none',
        labelTypes: ['target-detection'],
        dataFormat: 'coco',
        command: ['/bin/true'],
      },
    })
  const input = join(shared, 'input')
  mkdirSync(input)
  writeFileSync(join(input, 'one.txt'), 'one')
  const create = (name: string, script: string) =>
    call(taskEndpoints.createTask, {
      body: {
        name,
        pool: pool.id,
        image: slurm ? 'vermilion/starter-detector' : 'bench',
        dataSources: [{ kind: 'folder', path: input }],
        command: command(script),
        resources: { cpu: null, memoryBytes: null },
      },
    })
  const listed = async () => (await call(taskEndpoints.listTasks, { query: { limit: 500 } })).items
  const statuses = async () => {
    const counts = new Map<string, number>()
    for (const { status } of await listed()) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts
  }

  /** Seconds from now until the file says when its command began. */
  async function begunAfter(from: number, file: string): Promise<number> {
    for (;;) {
      try {
        const text = readFileSync(file, 'utf8')
        if (text !== '') return Number(text.split(' ')[0]) - from
      } catch {
        // Not yet.
      }
      await sleep(20)
    }
  }

  const paths = pathsIn(namespace)
  let model: CopiedJob | undefined
  const listJobs = async () => (await kubernetes?.client.call<ObjectList<CopiedJob>>('GET', paths.jobs))?.items ?? []

  async function createDirectly(round: number): Promise<string> {
    const file = join(shared, `direct-${round}`)
    const script = `cat /proc/uptime > '${file.replaceAll("'", String.raw`'\''`)}'`
    if (slurm) {
      const job = [
        '--parsable',
        '--output=/dev/null',
        '--cpus-per-task=1',
        '--mem=8',
        '--time=60',
        '--wrap',
        script,
      ] as const
      slurm.run('sbatch', ...job)
      return file
    }
    const items = await listJobs()
    model ??= items[0]
    const copy = structuredClone(model) as CopiedJob
    const { spec } = copy.spec.template
    const [main] = spec.containers
    if (main === undefined) throw new Error('the Job has no container')
    delete copy.status
    delete copy.spec.selector
    copy.spec.template.metadata.labels = {}
    delete main.args
    main.command = ['/bin/sh', '-c', script]
    main.volumeMounts = [{ name: 'all', mountPath: shared }]
    spec.volumes.push({ name: 'all', hostPath: { path: shared } })
    await kubernetes?.client.call('POST', paths.jobs, { body: { ...copy, metadata: { name: `direct-${round}` } } })
    return file
  }

  const [own, direct]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const from = uptime()
    const { id } = await create(`round-${round}`, 'cat /proc/uptime > "$1"/up; sleep 6')
    await sleep(0)
    const outputs = join(server.data, 'tasks', id, 'output', 'up')
    own.push(await begunAfter(from, outputs))
    const start = uptime()
    direct.push(await begunAfter(start, await createDirectly(round)))
    while (((await statuses()).get('success') ?? 0) < round + 1) await sleep(200)
  }
  report('created until it runs, directly, median', at(direct, 0.5), 's')
  report('created until it runs, as a task, median', at(own, 0.5), 's')
  report(
    'overhead, median',
    at(
      own.map((value, round) => value - (direct[round] ?? 0)),
      0.5,
    ),
    's',
    most.overhead,
  )

  // They wait in the cluster's queue, since what 200 containers take of this machine is not the server's.
  const changePool = (body: object) => call(poolEndpoints.updatePool, { params: { poolId: pool.id }, body })
  slurm?.run('scontrol', 'update', 'PartitionName=main', 'State=DOWN')
  await changePool({ concurrency: 1, ...(slurm ? {} : { settings: { ...settings, nodeSelector: 'bench=none' } }) })
  for (let number = 0; number < taskCount; number += 1) await create(`many-${number}`, 'true')
  await sleep(3_000)
  const firstDelay = readFileSync(delays, 'utf8').split('\n').length
  const began = performance.now()
  await changePool({ concurrency: 10_000 })
  const there = async () =>
    slurm
      ? slurm.run('squeue', '--noheader', '--states=pending').trim().split('\n').length
      : (await listJobs()).filter(({ metadata: { name } }) => !name.startsWith('direct')).length
  while ((await there()) < taskCount) await sleep(200)
  report(`${taskCount} tasks handed over`, (performance.now() - began) / 1_000, 's', most.dispatch)
  await sleep(2_500)
  const stood = readFileSync(delays, 'utf8').split('\n').slice(firstDelay, -1).map(Number)
  report('the loop stood still meanwhile, at most', Math.max(...stood), 'ms', most.loopMs)

  // A cluster that is busy may take longer than a request waits.
  const stop = (all: readonly { id: string }[]) =>
    Promise.allSettled(all.map(({ id }) => call(taskEndpoints.stopTask, { params: { taskId: id } })))
  const waiting = (await listed()).filter(({ status }) => status === 'queuing')
  const stopsBegan = performance.now()
  while (waiting.length > 0) await stop(waiting.splice(0, 20))
  while (((await statuses()).get('stopped') ?? 0) < taskCount) await sleep(200)
  report(`${taskCount} tasks stopped there, 20 at a time`, (performance.now() - stopsBegan) / 1_000, 's')
  slurm?.run('scontrol', 'update', 'PartitionName=main', 'State=UP')
  if (kubernetes) await changePool({ settings })
  const writers = slurm ? 16 : 100
  const lines = Math.round(1_000_000 / writers / 100)
  // A shell that starts one program a second: what writers take of this machine is not the server's.
  const script = `block=$(yes "$(seq -s ' ' 1000 1 1019)" | head -n ${lines}); while true; do printf '%s\\n' "$block"; read -r up idle < /proc/uptime; echo "$up $idle"; sleep 1; done`
  const writing = await Promise.all(Array.from({ length: writers }, (_, number) => create(`log-${number}`, script)))
  while (((await statuses()).get('running') ?? 0) < writers) await sleep(1_000)
  // Starting so many containers keeps a small machine busy for a while.
  await sleep(slurm ? 5_000 : 45_000)
  const [{ id: watched } = { id: '' }] = writing
  const ages = new Map<string, number>()
  const [fromCpu, fromTime] = [cpuSeconds(), uptime()]
  while (uptime() < fromTime + 30) {
    const { lines: tail } = await call(taskLogEndpoints.logLines, { params: { taskId: watched }, query: { from: -5 } })
    const stamp = tail.findLast(({ text }) => text.includes('.'))?.text.split(' ')[0]
    if (stamp !== undefined && !ages.has(stamp)) ages.set(stamp, uptime() - Number(stamp))
    await sleep(250)
  }
  const cores = (cpuSeconds() - fromCpu) / (uptime() - fromTime)
  report(`cores for ${writers} logs of 1 MB/s in all`, cores, 'cores', most.cores)
  report('age of a line when it can be read, 95 %', at([...ages.values()], 0.95), 's', most.lineAge)
  while (writing.length > 0) await stop(writing.splice(0, 10))
} finally {
  await server.stop()
  await slurm?.close()
  await kubernetes?.client.call('DELETE', `/api/v1/namespaces/${namespace}`)
  rmSync(folder, { recursive: true, force: true })
}
