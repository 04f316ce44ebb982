import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { isLora, modelEndpoints } from '@vermilion/contract/models'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { spaceWith } from '../../datasets/testing/pictures.ts'

interface Plan {
  readonly kills: number
  readonly steps: number
  readonly samplings: number
}

let data: string
let server: KillableServer

const small = { resolution: 32, batch: 2, rank: 2, alpha: 2, samples: 2 }
const usual = { restarts: { limit: 100, backoffSeconds: 0 }, triggerWords: 'my oak' }

export function testFineTuningUnderKills({ kills, steps, samplings }: Plan): void {
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    server = createKillableServer(data)
    await server.start()
  })
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    `R4.12 R1.06 a fine-tuning that is killed ${kills} times ends with the steps, samples and LoRA of one that is not`,
    { timeout: 300_000 + kills * 120_000 },
    async () => {
      const { id: spaceId } = await spaceWith(server, 'floor', ['1.png', '2.png', '3.png'])
      const parameters = { ...small, steps, sampleEvery: steps / samplings }
      const start = (name: string) =>
        server.call(fineTuningEndpoints.createFineTuning, {
          body: { ...usual, name, loraName: name, source: { kind: 'space', spaceId }, parameters },
        })
      const killed = await start('killed')
      let programKills = 0
      for (let kill = 0; kill < kills; kill += 1) {
        await untilFurther(killed.id)
        if (kill % 3 !== 2) programKills += await killProgram(killed.id)
        if (kill % 3 !== 0) {
          await server.kill()
          await server.start()
        }
      }
      const last = await waitForEnd(killed.id)
      expect(last).toMatchObject({
        status: 'success',
        progress: { done: steps, total: steps },
        restartCount: programKills,
      })
      const straight = await waitForEnd((await start('straight')).id)

      const rows = await rowsOf(last)
      expect(rows.map(([step]) => step)).toEqual(Array.from({ length: steps }, (_, step) => step + 1))
      expect(rows).toEqual(await rowsOf(straight))
      const samples = await samplesOf(last)
      expect(samples).toHaveLength(small.samples * samplings)
      expect(samples).toEqual(await samplesOf(straight))
      const { items, total } = await server.call(modelEndpoints.listModels, { query: { type: 'lora-model' } })
      expect([total, ...items.map(({ name }) => name).toSorted()]).toEqual([2, 'killed', 'straight'])
      expect(new Set(await Promise.all([last, straight].map(weightsOf))).size).toBe(1)
    },
  )
}

const rowsOf = async ({ id }: Task) => (await server.call(taskEndpoints.taskMetrics, { params: { taskId: id } })).rows

async function samplesOf({ modelId }: Task) {
  const model = await server.call(modelEndpoints.getModel, { params: { modelId: modelId! } })
  if (!isLora(model)) throw new Error('the model is no LoRA')
  return model.samples.map(({ step, number, checksum }) => ({ step, number, checksum }))
}

/** Weights of a LoRA file without its header, which has its name. */
async function weightsOf({ modelId }: Task): Promise<string> {
  const content = await server.fetch(modelEndpoints.modelContent.path.replace(':modelId', modelId!))
  const file = Buffer.from(await content.arrayBuffer())
  return file.subarray(8 + Number(file.readBigUInt64LE(0))).toString('base64')
}

async function waitForEnd(taskId: string): Promise<Task> {
  for (;;) {
    const task = await server.call(taskEndpoints.getTask, { params: { taskId } })
    if (task.endedAt !== null && (task.status !== 'success' || task.modelId !== null)) return task
    await delay(100)
  }
}

const checkpointOf = (taskId: string) => join(data, 'tasks', taskId, 'output', 'checkpoint')

async function untilFurther(taskId: string): Promise<void> {
  const read = () => readFile(checkpointOf(taskId)).catch(() => Buffer.alloc(0))
  const first = await read()
  for (;;) {
    const { endedAt } = await server.call(taskEndpoints.getTask, { params: { taskId } })
    if (endedAt !== null) throw new Error('the fine-tuning ended before it was killed often enough')
    if (!(await read()).equals(first) && (await findProgram(taskId)) !== undefined) return
    await delay(20)
  }
}

async function killProgram(taskId: string): Promise<number> {
  const program = await findProgram(taskId)
  if (program !== undefined) process.kill(program, 'SIGKILL')
  return program === undefined ? 0 : 1
}

async function findProgram(taskId: string): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [first, second, ...rest] = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0')
    const isProgram = first === process.execPath && second?.endsWith('fine-tune.ts') === true
    if (isProgram && rest.some((argument) => argument.includes(taskId))) return Number(name)
  }
  return undefined
}
