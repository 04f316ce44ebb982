import { randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { fileEndpoints } from '@vermilion/contract/files'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { modelEndpoints } from '@vermilion/contract/models'
import { taskResultEndpoints } from '@vermilion/contract/tasks/results'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { clientOf, type Environment } from './areas/mlflow/testing/tracking-client.ts'
import { tiny } from './areas/models/testing/sample.ts'
import { reasonOf } from './testing/client.ts'
import { answersOf, createMachines, type Machine, skippedWithoutBoth, untilEnded } from './testing/lost-machine.ts'
import { upload } from './testing/upload.ts'

type Machines = Awaited<ReturnType<typeof createMachines>>
const started = (machine: Machine) => machine.server.start().then(() => machine)
const problemOf = (machine: Machine) =>
  machine.server.start().then(
    () => 'it started',
    (error: Error) => error.message,
  )

describe.skipIf(skippedWithoutBoth !== '')(`a machine that is lost${skippedWithoutBoth}`, () => {
  let machines: Machines
  let first: Machine
  beforeAll(async () => {
    machines = await createMachines()
    first = await started(machines.machine('first'))
  })
  afterAll(() => machines.stop())

  async function untilSample({ server }: Machine) {
    const body = { name: 'floors', count: 12, width: 128, height: 96, labeled: true }
    await server.call(sampleEndpoints.createSample, { body })
    for (;;) {
      const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
      const dataset = items.find(({ status, labeledCount }) => status === 'success' && labeledCount === 12)
      if (dataset) return dataset
      await delay(100)
    }
  }

  /** They are read a part at a time, for whoever asks. */
  async function readAllSeries({ server }: Machine, ids: readonly string[]) {
    for (const taskId of ids)
      await expect
        .poll(async () => (await server.call(metricEndpoints.listSeries, { params: { taskId } })).unread, {
          timeout: 30_000,
        })
        .toBe(0)
  }

  const startOwn = ({ server }: Machine, name: string, spaceId: string, script: string) =>
    server.call(taskEndpoints.createTask, {
      body: {
        name,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'space', id: spaceId }],
        command: [process.execPath, '-e', `const fs = require('fs'); ${script}`, '{outputPath}'],
      },
    })

  test('all that was confirmed is answered by a server with an empty data folder, and the doctor finds nothing', async () => {
    const { server } = first
    const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'lost', path: 'lost' } })
    await upload(server, { spaceId, path: 'one.bin' }, randomBytes(3_000_000))
    const { items: files } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
    const storage = { endpoint: machines.variables['AWS_ENDPOINT_URL'] ?? '', region: 'us-east-1', pathStyle: true }
    const access = { accessKeyId: 'testing', secretKey: machines.variables['AWS_SECRET_ACCESS_KEY'] }
    const settings = { ...storage, ...access, bucket: 'vermilion-tests' }
    const service = await server.call(serviceEndpoints.createService, {
      body: { kind: 'object-storage', name: 'ours', settings },
    })
    const params = { serviceId: service.id }
    expect(await server.call(serviceEndpoints.testService, { params })).toMatchObject({ works: true })

    const dataset = await untilSample(first)
    const datasetId = dataset.id
    const [item] = (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })).items
    const annotated = { itemId: item!.id }
    const { revision } = await server.call(annotationEndpoints.getAnnotation, { params: annotated })
    const body = { baseRevision: revision, shapes: [], complete: true }
    await server.call(annotationEndpoints.saveAnnotation, { params: annotated, body })

    const order = { name: 'detector', image: 'vermilion/starter-detector', parameters: { ...tiny, epochs: 2 } }
    const training = await server.call(datasetEndpoints.startTraining, { params: { datasetId }, body: order })
    expect(await untilEnded(first, training.id)).toMatchObject({ status: 'success' })
    await expect
      .poll(async () => (await server.call(taskEndpoints.getTask, { params: { taskId: training.id } })).modelId, {
        timeout: 20_000,
      })
      .not.toBe(null)
    const own = await startOwn(
      first,
      'own',
      spaceId,
      `console.log('行 one'); fs.writeFileSync('state.bin', Buffer.alloc(300000, 7)); process.exit(3)`,
    )
    expect(await untilEnded(first, own.id)).toMatchObject({ status: 'failed' })
    const { modelId } = await server.call(taskEndpoints.getTask, { params: { taskId: training.id } })
    const inference = await server.call(modelEndpoints.startInference, {
      params: { modelId: modelId ?? '' },
      body: { name: 'look', source: { kind: 'dataset', datasetId }, confidence: 0.05 },
    })
    expect(await untilEnded(first, inference.id)).toMatchObject({ status: 'success' })
    const evaluated = { taskId: inference.id }
    await expect
      .poll(async () => reasonOf(server.call(evaluationEndpoints.evaluationCurves, { params: evaluated, query: {} })), {
        timeout: 20_000,
      })
      .toBe(undefined)

    const results: string[] = []
    const ids = [training, own, inference].map(({ id }) => id)
    await readAllSeries(first, ids)
    for (const id of ids) {
      const written = await server.call(taskResultEndpoints.listResultFiles, { params: { taskId: id } })
      expect(written.length).toBeGreaterThan(0)
      results.push(...written.map(({ path }) => `/tasks/${id}/files/content?path=${encodeURIComponent(path)}`))
      const { series } = await server.call(metricEndpoints.listSeries, { params: { taskId: id } })
      const names = encodeURIComponent(series.map(({ name }) => name).join('\n'))
      if (series.length > 0) results.push(`/series?tasks=${id}&names=${names}`)
      results.push(
        ...['', '/log/content', '/log/lines', '/files', '/instances', '/series'].map((of) => `/tasks/${id}${of}`),
      )
    }
    const evaluation = ['evaluation', 'curves', 'confusion', 'results', 'report', 'images', 'export?kind=csv']
    const paths = [
      `/files/${files[0]!.id}/content`,
      `/spaces/${spaceId}/files`,
      `/datasets/${datasetId}/items?shapes=true&limit=100`,
      `/items/${item!.id}`,
      `/tasks/${training.id}/training-report`,
      `/models/${modelId}`,
      ...evaluation.map((of) => `/inferences/${inference.id}/${of}`),
      ...results,
    ]
    const former = await answersOf(first, paths)
    for (const [path, reply] of Object.entries(former)) expect(reply, path).toMatch(/^200 (?!\{"code":[345])/)

    const key = join(machines.root, 'key')
    await copyFile(join(first.data, 'secret.key'), key)
    await first.server.kill()
    await rename(first.data, join(machines.root, 'of-before'))
    const second = await started(machines.machine('first', { VERMILION_SECRET_KEY_FILE: key }))
    await readAllSeries(second, ids)
    expect(await answersOf(second, paths)).toEqual(former)
    expect(await second.server.call(serviceEndpoints.testService, { params })).toMatchObject({ works: true })
    const again = await second.server.call(taskEndpoints.retryTask, { params: { taskId: training.id } })
    expect(await untilEnded(second, again.id)).toMatchObject({ status: 'success' })
    expect(await second.command('doctor', '--deep')).toEqual({
      status: 0,
      output: expect.stringContaining('Nothing is wrong.'),
    })
    expect(await readdir(second.data)).not.toContain('secret.key')
    const ofAgain = ['/log/content', '/files', '/files/content?path=best.onnx'].map((of) => `/tasks/${again.id}${of}`)
    const laterPaths = [...paths, ...ofAgain]
    const later = await answersOf(second, laterPaths)
    await second.lose()

    // The first machine comes back, with what it had.
    await rename(join(machines.root, 'of-before'), first.data)
    await started(first)
    expect(await answersOf(first, laterPaths)).toEqual(later)
    await first.server.kill()
  }, 300_000)

  test('what a running program was told to be there is there, though its machine is lost', async () => {
    const others = await createMachines()
    try {
      const machine = await started(others.machine('first'))
      const { id: spaceId } = await machine.server.call(spaceEndpoints.createSpace, { body: { name: 'r', path: 'r' } })
      await upload(machine.server, { spaceId, path: 'a.txt' }, Buffer.from('a'))
      const write = `fs.writeFileSync(process.argv[1] + '/env.json', JSON.stringify({ ...process.env, PID: process.pid }))`
      const task = await startOwn(machine, 'runs', spaceId, `${write}; setInterval(() => {}, 1000)`)
      const file = join(machine.data, 'tasks', task.id, 'output', 'env.json')
      let environment = {} as Environment & { PID: number }
      await expect
        .poll(
          () =>
            readFile(file, 'utf8').then(
              (text) => !!(environment = JSON.parse(text) as never),
              () => false,
            ),
          {
            timeout: 30_000,
          },
        )
        .toBe(true)
      // Nothing of this one was told to be there.
      const pidCode = `fs.writeFileSync(process.argv[1] + '/pid', String(process.pid)); setInterval(() => {}, 1000)`
      const silent = await startOwn(machine, 'silent', spaceId, pidCode)
      const pidFile = join(machine.data, 'tasks', silent.id, 'output', 'pid')
      await expect.poll(() => readFile(pidFile, 'utf8').catch(() => ''), { timeout: 30_000 }).toMatch(/\d/)
      const silentPid = Number(await readFile(pidFile, 'utf8'))
      const tracking = clientOf(environment)
      const run = environment.MLFLOW_RUN_ID
      const metricsOf = (from: number) =>
        Array.from({ length: 3 }, (_, step) => ({ key: 'loss', value: from + step, step: from + step, timestamp: 1 }))
      for (const from of [0, 3]) {
        const logged = await tracking.post('runs/log-batch', { run_id: run, metrics: metricsOf(from) })
        expect(logged.status).toBe(200)
      }
      expect(await tracking.put(`${run}/note.txt`, 'a note of the program')).toMatchObject({ status: 200 })
      const key = join(others.root, 'key')
      await copyFile(join(machine.data, 'secret.key'), key)
      for (const pid of [environment.PID, silentPid]) process.kill(pid, 'SIGKILL')
      await machine.lose()

      const second = await started(others.machine('first', { VERMILION_SECRET_KEY_FILE: key }))
      for (const { id } of [task, silent]) expect((await untilEnded(second, id)).statusReason).toContain('was lost')
      const points = await second.server.call(metricEndpoints.readSeries, { query: { tasks: task.id, names: 'loss' } })
      expect(points.series[0]).toMatchObject({ x: [0, 1, 2, 3, 4, 5], y: [0, 1, 2, 3, 4, 5] })
      const note = await second.server.fetch(`/tasks/${task.id}/files/content?path=mlflow/note.txt`)
      expect(await note.text()).toBe('a note of the program')
      expect(await second.command('doctor')).toMatchObject({ status: 0 })
    } finally {
      await others.stop()
    }
  }, 300_000)

  test('a server is refused the database of another key, or without one, and told how to share it', async () => {
    const others = await createMachines()
    try {
      const machine = await started(others.machine('first'))
      expect(await problemOf(others.machine('second'))).toMatch(
        /second has no key. Give all servers the same: copy secret.key/,
      )
      const wrong = join(others.root, 'wrong')
      await writeFile(wrong, randomBytes(32).toString('hex'))
      const other = others.machine('third', { VERMILION_SECRET_KEY_FILE: wrong })
      expect(await problemOf(other)).toContain(`${wrong} is another one`)
      await writeFile(wrong, 'short')
      expect(await problemOf(other)).toContain('needs 32 random bytes')
      const right = (await readFile(join(machine.data, 'secret.key'))).toString('base64')
      await machine.server.kill()
      await writeFile(wrong, `${right}\n`)
      expect(await problemOf(other)).toBe('it started')
    } finally {
      await others.stop()
    }
  }, 300_000)

  test('a second data folder is refused where contents lie on the disk of the first', async () => {
    const others = await createMachines()
    try {
      const key = join(others.root, 'key')
      await writeFile(key, randomBytes(32))
      const onDisk = { VERMILION_BLOBS: '', VERMILION_SECRET_KEY_FILE: key }
      const machine = await started(others.machine('first', onDisk))
      await machine.server.kill()
      expect(await problemOf(others.machine('second', onDisk))).toContain('lie in another data folder than')
      expect(await problemOf(machine)).toBe('it started')
    } finally {
      await others.stop()
    }
  }, 300_000)
})
