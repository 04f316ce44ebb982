import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import { engineFor, skippedWithout } from '../../executors/testing/expected-engine.ts'
import { startWay } from '../testing/engine-way.ts'

const engine = await engineFor('docker')
describe.skipIf(engine === null)(`with an engine${skippedWithout('docker')}`, () => {
  if (engine === null) return
  test('R2.22 that a task cannot be measured is told once each time its engine is away; it has no address to log to', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'vermilion-measured-'))
    await writeFile(join(shared, 'one.txt'), 'one')
    const reported: { level: number; msg: string }[] = []
    const log = pino(
      { level: 'debug' },
      { write: (line: string) => void reported.push(JSON.parse(line) as (typeof reported)[number]) },
    )
    const server = await startTestServer({
      log,
      environment: { VERMILION_ROOTS: shared },
      tasks: { graceSeconds: 0.3 },
    })
    const way = await startWay(engine.address.replace('unix://', ''))
    const where = { name: 'shaky', executor: 'container', address: way.address } as const
    const { id: pool } = await server.call(poolEndpoints.createPool, { body: where })
    const command = ['/bin/sh', '-c', 'env > "$0/environment.txt"; sleep 600', '{outputPath}']
    const labelTypes: LabelType[] = ['target-detection']
    const image = { name: 'lasting', address: engine.image, framework: 'shell', dataFormat: 'coco' } as const
    await server.call(imageEndpoints.createTrainingImage, { body: { ...image, labelTypes, command } })
    const body = { name: 'm', image: 'lasting', pool, dataSources: [{ kind: 'folder' as const, path: shared }] }
    const { id: taskId } = await server.call(taskEndpoints.createTask, { body })
    const params = { taskId }

    const read = async () => (await server.fetch(`/tasks/${taskId}/files/content?path=environment.txt`)).text()
    await expect.poll(read).toContain('PATH=')
    expect(await read()).not.toContain('MLFLOW')

    const levels = () =>
      reported.flatMap(({ msg, level }) =>
        msg === 'a running task could not be measured' ? [log.levels.labels[level]] : [],
      )
    const samples = async () => {
      const { series } = await server.call(metricEndpoints.listSeries, { params })
      return series.find(({ name }) => name === 'system/memory')?.points ?? 0
    }
    const away = async () => {
      const previous = levels().length
      way.shut()
      while (levels().length < previous + 2) await delay(50)
      way.open()
    }
    const measured = async () => {
      const previous = await samples()
      await expect.poll(samples).toBeGreaterThan(previous + 1)
    }
    await measured()
    expect(levels()).toEqual([])
    await away()
    await measured()
    const first = levels()
    expect(first[0]).toBe('warn')
    expect(new Set(first.slice(1))).toEqual(new Set(['debug']))
    await away()
    await measured()
    expect(levels().slice(first.length)[0]).toBe('warn')
    expect(levels().filter((level) => level === 'warn')).toHaveLength(2)

    await server.call(taskEndpoints.stopTask, { params })
    await server.stop()
    way.close()
    await engine.close()
    await rm(shared, { recursive: true, force: true, maxRetries: 5 })
  })
})
