import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanUpEndpoints } from '@vermilion/contract/monitoring/clean-ups'
import { pythonEnvironmentEndpoints } from '@vermilion/contract/tasks/environments/python-environments'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { lockOf, type PackageIndex, startPackageIndex, tinyPackage, writeImage } from '../testing/tiny-package-index.ts'
import { orderOf } from '../testing/programs.ts'
import {
  environmentPython,
  environmentSkipped,
  ownIndexOnly,
  pathWithoutUv,
  tinyImages,
  tinyPackages,
  tinyProgram,
} from '../testing/tiny-environments.ts'

const { counting, large } = tinyPackages
const { listPythonEnvironments, deletePythonEnvironment } = pythonEnvironmentEndpoints

describe.skipIf(environmentPython === undefined)(`training programs without containers${environmentSkipped}`, () => {
  let server: TestServer
  let index: PackageIndex
  let imagesFolder = ''
  beforeAll(async () => {
    imagesFolder = await mkdtemp(join(tmpdir(), 'vermilion-images-'))
    index = await startPackageIndex([counting, large])
    const lock = lockOf([counting, large])
    for (const folder of ['tiny', 'other']) await writeImage(imagesFolder, folder, { program: tinyProgram, lock })
    const changed = tinyPackage('tinycount', 'count = None')
    await writeImage(imagesFolder, 'wrong', { program: tinyProgram, lock: lockOf([changed]) })
    await writeImage(imagesFolder, 'absent', { program: tinyProgram, lock: lockOf([tinyPackage('nowhere', '')]) })
    server = await startTestServer({
      tasks: tinyImages(imagesFolder),
      environment: {
        ...ownIndexOnly,
        PATH: pathWithoutUv,
        VERMILION_PYTHON: environmentPython ?? '',
        VERMILION_PYTHON_INDEX: index.address.replace('://', '://somebody:hidden@'),
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await index.stop()
    await rm(imagesFolder, { recursive: true })
  })

  const start = (image: string, parameters: Record<string, number> = {}) =>
    server.app.tasks.start(orderOf(image, { parameters }), 'en-US')
  const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } }, { language: 'en-us' })
  async function until(taskId: string, fits: (task: Task) => boolean): Promise<Task> {
    for (;;) {
      const task = await get(taskId)
      if (fits(task)) return task
      await delay(25)
    }
  }
  const over = (taskId: string) => until(taskId, ({ endedAt }) => endedAt !== null)
  const list = () => server.call(listPythonEnvironments, {})
  const folders = async () => readdir(join(server.data, 'environments')).catch(() => [])

  test('R3.01 two tasks at once make one environment, which both run in and the next one finds', async () => {
    expect((await list()).offers[0]).toMatchObject({ image: 'tiny', packages: 2, state: 'missing', problem: null })
    index.holds = large.name
    const first = await start('tiny', { epochs: 3 })
    const preparing = await until(first.id, ({ statusReason }) => statusReason.includes('1 of 2 packages'))
    expect(preparing.statusReason).toMatch(/^Preparing the Python environment: 1 of 2 packages, \d/)
    const second = await start('other', { wait: 1 })
    await until(second.id, ({ statusReason }) => statusReason.includes('packages'))
    expect((await list()).offers.map(({ state }) => state)).toEqual([
      'in-progress',
      'in-progress',
      'missing',
      'missing',
    ])
    index.holds = null
    index.release()

    const firstTask = await over(first.id)
    expect(firstTask).toMatchObject({ status: 'success', statusReason: '', progress: { done: 3, total: 3 } })
    const { environments } = await list()
    expect(environments).toHaveLength(1)
    const [environment] = environments
    expect(environment).toMatchObject({ images: ['tiny', 'other'], packages: 2, isUsed: true })
    expect(environment!.bytes).toBeGreaterThan(300_000)
    expect(index.downloads.toSorted()).toEqual([counting.name, large.name])
    const { text } = await server.call(taskEndpoints.readLog, { params: { taskId: first.id }, query: {} })
    expect(text).toContain(`in ${join(server.data, 'environments', environment!.id)} with 1`)
    const record = await server.call(taskEndpoints.getTaskRecord, { params: { taskId: first.id } })
    expect(record.imageDigest).toBe(`sha256:${environment!.id}`)
    expect(record.codeFiles.map(({ path }) => path)).toContain('tiny/train.py')

    const third = await start('tiny')
    expect((await over(third.id)).status).toBe('success')
    expect(index.downloads).toHaveLength(2)

    const waiting = await until(second.id, ({ progress }) => progress?.done === 2)
    const remove = () => server.call(deletePythonEnvironment, { params: { environmentId: environment!.id } })
    expect(await reasonOf(remove())).toBe('python-environment.in-use')
    await writeFile(join(waiting.outputPath, 'go'), '')
    expect((await over(second.id)).status).toBe('success')

    const kinds = ['environments' as const]
    const preview = async () =>
      (await server.call(cleanUpEndpoints.previewCleanUp, { body: { kinds } })).parts[0]!.files
    expect(await preview()).toBe(0)
    const longAgo = Date.now() / 1_000 - 31 * 86_400
    await utimes(join(server.data, 'environments', environment!.id, 'environment.json'), longAgo, longAgo)
    expect(await preview()).toBe(1)
    await server.call(cleanUpEndpoints.startCleanUp, { body: { kinds } })
    const lastCleanUp = async () => (await server.call(cleanUpEndpoints.getLastCleanUp, {})).cleanUp
    await expect.poll(async () => (await lastCleanUp())?.state, { timeout: 60_000 }).toBe('done')
    expect((await lastCleanUp())?.bytes).toBe(environment!.bytes)
    expect(await folders()).toEqual([])
    expect(await reasonOf(remove())).toBe('python-environment.not-found')
  })

  test('R3.01 a package with another hash is refused, and nothing of it stays', async () => {
    const task = await over((await start('wrong')).id)
    expect(task).toMatchObject({ status: 'failed', failure: { cause: 'environment' } })
    expect(task.statusReason).toContain('its hash differs')
    expect(task.failure?.lastLines.join('\n')).toContain('DO NOT MATCH THE HASHES')
    expect(JSON.stringify(task)).not.toMatch(/somebody|hidden/)
    expect(await folders()).toEqual([])
  })

  test('R4.02 a task that is stopped meanwhile ends at once, and nothing of its environment stays', async () => {
    index.holds = large.name
    const { id } = await start('tiny')
    await until(id, ({ statusReason }) => statusReason.includes('1 of 2 packages'))
    await server.call(taskEndpoints.stopTask, { params: { taskId: id } })
    expect(await over(id)).toMatchObject({ status: 'stopped' })
    expect(await folders()).toEqual([])

    const stopped = await start('tiny')
    await until(stopped.id, ({ statusReason }) => statusReason.includes('1 of 2 packages'))
    const [next] = await Promise.all([
      start('tiny'),
      server.call(taskEndpoints.stopTask, { params: { taskId: stopped.id } }),
    ])
    index.holds = null
    expect(await over(next.id)).toMatchObject({ status: 'success' })
  })
})
