import { accountEndpoints } from '@vermilion/contract/accounts'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import type { Page } from '@vermilion/contract/kernel/page'
import { modelEndpoints } from '@vermilion/contract/models'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer, type ServerProcess } from '../support/server/server.ts'
import { password } from '../support/server/session.ts'
import { createPatientClient, type PatientClient } from './client.ts'

/** A server on one data folder that is killed and restarted during use. */
export class KillTarget {
  readonly random: () => number
  readonly client: PatientClient
  kills = 0
  #data = ''
  readonly #environment: Readonly<Record<string, string>>
  #server: ServerProcess | undefined

  /** With an address it reads what is there, and starts nothing. */
  constructor(random: () => number, environment: Readonly<Record<string, string>> = {}, address?: () => string) {
    this.random = random
    this.#environment = environment
    this.client = createPatientClient(address ?? (() => this.#server?.address ?? ''), Number.POSITIVE_INFINITY)
  }

  async start(): Promise<void> {
    this.#data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
    this.#server = await startServer({ data: this.#data, environment: this.#environment })
    const { token } = await this.client.call(accountEndpoints.login, { body: { username: 'admin', password } })
    this.client.useToken(token)
  }

  async remove(): Promise<void> {
    await this.#server?.stop()
    await rm(this.#data, { recursive: true, force: true, maxRetries: 5 })
  }

  async kill(): Promise<void> {
    await this.#server?.stop('SIGKILL')
    this.kills += 1
  }

  async startAgain(): Promise<void> {
    this.#server = await startServer({ data: this.#data, environment: this.#environment })
  }

  /** Contents that lie elsewhere are read from there, and not from copies of before. */
  async forgetCopies(): Promise<void> {
    await this.#server?.stop()
    await rm(join(this.#data, 'blob-copies'), { recursive: true, force: true })
    await this.startAgain()
  }

  /** Kills and restarts the server at random moments while `work` repeats, until both counts are reached. */
  async repeatUnderKills(kills: number, rounds: number, work: (round: number) => Promise<void>): Promise<void> {
    let done = 0
    const kill = async () => {
      for (; done < kills; done += 1) {
        await sleep(30 + this.random() * 1_200)
        await this.kill()
        await this.startAgain()
      }
    }
    const repeat = async () => {
      for (let round = 0; round < rounds || done < kills; round += 1) await work(round)
    }
    await Promise.all([kill(), repeat()])
  }

  /** Stops the server and runs `vermilion doctor`, which fails on inconsistencies. */
  async examine(): Promise<string> {
    await this.#server?.stop()
    const cli = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'doctor'], {
      env: { ...process.env, ...this.#environment, VERMILION_DATA: this.#data },
    })
    return stdout
  }

  listFiles(spaceId: string): Promise<SpaceFile[]> {
    return readAllPages((cursor) =>
      this.client.call(fileEndpoints.listFiles, {
        params: { spaceId },
        query: { recursive: 'true', ...withCursor(cursor) },
      }),
    )
  }

  listItems(datasetId: string): Promise<DatasetItem[]> {
    return readAllPages((cursor) =>
      this.client.call(datasetEndpoints.listItems, { params: { datasetId }, query: withCursor(cursor) }),
    )
  }

  listTasks(): Promise<Task[]> {
    return readAllPages((cursor) => this.client.call(taskEndpoints.listTasks, { query: withCursor(cursor) }))
  }

  listResults(taskId: string) {
    return readAllPages((cursor) =>
      this.client.call(modelEndpoints.listInferenceResults, { params: { taskId }, query: withCursor(cursor) }),
    )
  }

  /** Waits for the end of a task, limited by the test's time-out. */
  async waitForEnd(taskId: string): Promise<Task> {
    for (;;) {
      const task = await this.client.call(taskEndpoints.getTask, { params: { taskId } })
      if (task.status !== 'queuing' && task.status !== 'running') return task
      await sleep(250)
    }
  }

  async waitForDataset(datasetId: string): Promise<Dataset> {
    for (;;) {
      const dataset = await this.client.call(datasetEndpoints.getDataset, { params: { datasetId } })
      if (dataset.status === 'success') return dataset
      if (dataset.status === 'failed') throw new Error('the dataset could not be made')
      await sleep(100)
    }
  }

  /** First page of models. They are registered shortly after the end of their task. */
  async waitForModels(total: number) {
    for (;;) {
      const page = await this.client.call(modelEndpoints.listModels, { query: {} })
      if (page.total >= total) return page
      await sleep(100)
    }
  }
}

async function readAllPages<Item>(
  readPage: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'items' | 'nextCursor'>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const withCursor = (cursor: string | undefined) => ({ limit: 200, ...(cursor === undefined ? {} : { cursor }) })
