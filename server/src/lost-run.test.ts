import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from './areas/executors/testing/expected-engine.ts'
import { createMachines, skippedWithoutBoth, untilEnded } from './testing/lost-machine.ts'

const slurm = skippedWithoutBoth === '' ? await slurmFor() : null
const lines = 60

/** `$1` a file that says how often it ran, `$2` the output folder. */
const script = `echo start >> "$1"; cat "$3"/floor.txt
i=0; while [ $i -lt ${lines} ]; do echo "line $i"; i=$((i+1)); sleep 0.5; done
echo "a result" > "$2"/result.txt; echo end >> "$1"`

describe.skipIf(slurm === null)(`a run in a cluster${skippedWithoutBoth || skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  const { shared, configuration } = slurm
  let machines: Awaited<ReturnType<typeof createMachines>>
  beforeAll(async () => {
    machines = await createMachines()
  })
  afterAll(async () => {
    await machines.stop()
    await slurm.close()
  })

  test('it goes on, and is followed to its end by a server with an empty data folder', async () => {
    const files = join(machines.root, 'files')
    await mkdir(files)
    await writeFile(join(files, 'floor.txt'), 'tiles\n')
    const key = join(machines.root, 'key')
    await writeFile(key, '0123456789abcdef'.repeat(4))
    const machine = machines.machine('first', { VERMILION_ROOTS: files, VERMILION_SECRET_KEY_FILE: key })
    const { server } = machine
    await server.start()
    const settings = { connection: 'commands' as const, configuration, sharedHere: shared }
    const body = { name: 'cluster', executor: 'slurm' as const, concurrency: 4, settings }
    const { id: pool } = await server.call(poolEndpoints.createPool, { body })
    const journal = join(shared, 'journal')
    const order = {
      name: 'goes-on',
      pool,
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder' as const, path: files }],
      command: ['/bin/sh', '-c', script, 'sh', journal, '{outputPath}', '{mountPath}'],
    }
    const { id: taskId } = await server.call(taskEndpoints.createTask, { body: order })
    const log = async () => (await server.fetch(`/tasks/${taskId}/log/content`)).text()
    await expect.poll(log, { timeout: 90_000, interval: 200 }).toContain('line 3\n')
    await machine.lose()
    await server.start()
    const { status, statusReason, restartCount } = await untilEnded(machine, taskId)
    expect({ status, statusReason, restartCount }).toEqual({ status: 'success', statusReason: '', restartCount: 0 })
    const text = Array.from({ length: lines }, (_, line) => `line ${line}\n`).join('')
    expect(await log()).toBe(`tiles\n${text}`)
    const result = await server.fetch(`/tasks/${taskId}/files/content?path=result.txt`)
    expect(await result.text()).toBe('a result\n')
    expect(await readFile(journal, 'utf8')).toBe('start\nend\n')
    await machine.lose()
    await server.start()
    expect(await log()).toBe(`tiles\n${text}`)
  }, 300_000)
})
