import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { leadEndpoints } from '@vermilion/contract/monitoring/leads'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Candidate, shareData, startCandidate } from '../../server/src/testing/candidate.ts'
import { testPassword } from '../../server/src/testing/client.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import {
  createPostgresServer,
  hasPostgres,
  type PostgresServer,
  skippedWithoutPostgres,
} from '../../server/src/platform/database/testing/killable-cluster.ts'
import { runCommand } from '../../server/src/testing/server-process.ts'
import { KillTarget } from './kill-target.ts'
import { startLeadProxy } from '../support/server/lead-proxy.ts'
import { createRandom } from './pictures.ts'
import { createStorageServer, skippedWithoutProgram, storageProgram } from './storage-server.ts'
import { createWorkload } from './workload.ts'

/** A smaller trial does the same less often. */
const share = Number(process.env['VERMILION_TEST_SHARE'] ?? 1)
const counts = { killed: 25, stopped: 5, postgres: 5 }
const disturbances = Object.entries(counts).flatMap(([kind, count]) =>
  Array.from({ length: Math.ceil(count * share) }, () => kind as keyof typeof counts),
)
/** Milliseconds that may pass until calls are answered again, on a machine that does much else. */
const most = { killed: 60_000, stopped: 90_000, postgres: 90_000 }

const seed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)
const random = createRandom(seed)
const between = (least: number, greatest: number) => least + random() * (greatest - least)
const hasAll = hasPostgres && storageProgram !== undefined

const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'vermilion-lead-kill-'))

describe.skipIf(!hasAll)(
  `two servers, VERMILION_TEST_SEED=${seed}${skippedWithoutPostgres}${skippedWithoutProgram}`,
  () => {
    const storage = createStorageServer(folder, port)
    const names = ['one', 'two'] as const
    const servers = new Map<(typeof names)[number], Candidate>()
    const times: Record<keyof typeof counts, number[]> = { killed: [], stopped: [], postgres: [] }
    let postgres: PostgresServer
    let proxy: Awaited<ReturnType<typeof startLeadProxy>>
    const target = new KillTarget(random, {}, () => proxy.address)
    const { client } = target
    const workload = createWorkload(target)
    const trainings: Task[] = []
    const environment = () => ({ ...storage.variables, VERMILION_DATABASE_URL: postgres.url('leads') })

    async function start(name: (typeof names)[number]): Promise<void> {
      servers.set(name, await startCandidate(join(folder, name), environment()))
    }

    beforeAll(async () => {
      await storage.start()
      await storage.makeBucket()
      postgres = await createPostgresServer()
      await postgres.start()
      await postgres.run(`create database leads template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
      await start('one')
      await shareData(join(folder, 'one'), join(folder, 'two'))
      await start('two')
      proxy = await startLeadProxy(() => [...servers.values()])
      const { token } = await client.call(accountEndpoints.login, {
        body: { username: 'admin', password: testPassword },
      })
      client.useToken(token)
      await workload.begin()
    })
    afterAll(async () => {
      for (const server of servers.values()) server.signal('SIGKILL')
      await proxy.close()
      await storage.kill()
      await postgres.remove()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    const leaderName = () => names.find((name) => servers.get(name) === proxy.leader())

    /** Resolves once one leads, the other stands by, and a call is answered. */
    async function settle(): Promise<void> {
      for (;;) {
        const roles = await Promise.all([...servers.values()].map((server) => server.role()))
        if (roles.toSorted().join() === 'leader,standby' && leaderName() !== undefined) return
        await sleep(50)
      }
    }

    async function disturb(): Promise<void> {
      for (const kind of disturbances.toSorted(() => random() - 0.5)) {
        await settle()
        await sleep(between(100, 3_000))
        const name = leaderName()
        const server = name && servers.get(name)
        if (name === undefined || server === undefined) throw new Error('nobody leads')
        const began = performance.now()
        if (kind === 'killed') server.signal('SIGKILL')
        if (kind === 'stopped') server.signal('SIGSTOP')
        if (kind === 'postgres') {
          await postgres.kill()
          await sleep(between(0, 2_000))
          await postgres.start()
        } else while (proxy.leader() === server) await sleep(10)
        await client.call(spaceEndpoints.listSpaces, { query: {} })
        times[kind].push(performance.now() - began)
        if (kind === 'stopped') {
          server.signal('SIGCONT')
          expect(await server.ended()).toBe(75)
        }
        if (kind !== 'postgres') await start(name)
        // A restart of PostgreSQL may cost the lead as well.
        else for (const one of names) if (servers.get(one)?.isRunning() === false) await start(one)
      }
    }

    /** Each ends once: a run whose server died is told as lost, and begins again when it is asked to. */
    async function train(round: number): Promise<void> {
      const body = {
        name: `training-${round}`,
        image: 'vermilion/starter-detector',
        parameters: { epochs: 1, inputSize: 96, width: 8 },
      }
      const params = { datasetId: workload.datasetId() }
      const { id } = await client.call(datasetEndpoints.startTraining, { params, body })
      trainings.push(await target.waitForEnd(id))
      await sleep(between(0, 2_000))
    }

    test('R2.28 R4.12 kills and stops of the leader and kills of PostgreSQL: nothing confirmed is lost, nothing is there twice', async () => {
      await workload.goOnUntil(disturb(), { trainings: train })
      for (const [what, list] of Object.entries(times)) {
        const sorted = list.toSorted((one, other) => one - other).map((time) => (time / 1_000).toFixed(1))
        process.stdout.write(`${what}: seconds until calls were answered again: ${sorted.join(' ')}\n`)
      }
      for (const what of ['killed', 'stopped', 'postgres'] as const)
        expect(Math.max(...times[what]), what).toBeLessThan(most[what])
      const { leads } = await client.call(leadEndpoints.getLeads, {})
      expect(leads[0]!.number).toBeGreaterThan(Math.ceil(counts.killed * share))

      await workload.expectAll()
      const successful = trainings.filter(({ status }) => status === 'success')
      process.stdout.write(`${successful.length} of ${trainings.length} trainings ended well, the others were lost\n`)
      expect(trainings.filter(({ status }) => status !== 'success' && status !== 'failed')).toEqual([])
      expect((await target.listTasks()).map(({ id }) => id).toSorted()).toEqual(
        trainings.map(({ id }) => id).toSorted(),
      )
      expect((await target.waitForModels(successful.length)).total).toBe(successful.length)
      for (const server of servers.values()) server.signal('SIGTERM')
      for (const server of servers.values()) expect(await server.ended()).toBe(0)
      const report = await runCommand(join(folder, 'one'), ['doctor'], '', environment())
      expect(report.output).toContain('Nothing is wrong.')
    })
  },
)
