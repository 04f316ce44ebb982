import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/datasets/exports'
import { uploadPackPath, type UploadPackAnswer } from '@vermilion/contract/files/uploads'
import { leadEndpoints } from '@vermilion/contract/monitoring/leads'
import { spaceEndpoints } from '@vermilion/contract/spaces'
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
import { packOf } from '../../server/src/testing/upload-pack.ts'
import { KillTarget } from './kill-target.ts'
import { startLeadProxy } from '../support/server/lead-proxy.ts'
import { createRandom, paintPicture } from './pictures.ts'
import { createStorageServer, skippedWithoutProgram, storageProgram } from './storage-server.ts'

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
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const hasAll = hasPostgres && storageProgram !== undefined

const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'vermilion-lead-kill-'))

describe.skipIf(!hasAll)(
  `two servers, VERMILION_TEST_SEED=${seed}${skippedWithoutPostgres}${skippedWithoutProgram}`,
  () => {
    const storage = createStorageServer(folder, port)
    const names = ['one', 'two'] as const
    const servers = new Map<(typeof names)[number], Candidate>()
    const confirmed = new Map<string, string>()
    const exports: DatasetExport[] = []
    const times: Record<keyof typeof counts, number[]> = { killed: [], stopped: [], postgres: [] }
    let postgres: PostgresServer
    let proxy: Awaited<ReturnType<typeof startLeadProxy>>
    let [isOver, spaceId] = [false, '']
    const target = new KillTarget(random, {}, () => proxy.address)
    const { client } = target
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
      spaceId = (await client.call(spaceEndpoints.createSpace, { body: { name: 'Kills', path: 'kills' } })).id
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

    async function repeat(work: (round: number) => Promise<void>): Promise<number> {
      let round = 0
      for (; !isOver; round += 1) await work(round)
      return round
    }

    async function uploadPack(files: readonly { path: string; content: Buffer }[]): Promise<void> {
      const body = packOf(spaceId, files)
      for (;;) {
        const response = await client.send(uploadPackPath, { method: 'POST', headers: { language: 'en-us' }, body })
        const { data } = (await response.json()) as { data: UploadPackAnswer | null }
        if (response.ok) {
          for (const [index, { outcome, message }] of data!.files.entries()) {
            expect(outcome, message ?? '').toBe('taken')
            confirmed.set(files[index]!.path, sha256(files[index]!.content))
          }
          return
        }
        await sleep(100)
      }
    }

    async function uploadOne(path: string, content: Buffer, chunk?: number): Promise<void> {
      await client.upload(content, { spaceId, path }, chunk)
      confirmed.set(path, sha256(content))
    }

    test('R2.28 R4.12 kills and stops of the leader and kills of PostgreSQL: nothing confirmed is lost, nothing is there twice', async () => {
      const pictures = await Promise.all(Array.from({ length: 12 }, () => paintPicture(random)))
      await uploadPack(pictures.map(({ content }, index) => ({ path: `pictures/${index}.png`, content })))
      const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
      const body = { name: 'Kills', ...kind, spaceId, labels: [{ name: 'red' }] }
      const { id: datasetId } = await client.call(datasetEndpoints.createDataset, { body })
      const dataset = await target.waitForDataset(datasetId)
      const items = await target.listItems(datasetId)
      const saved = new Map<string, { itemId: string; revision: number; shapes: object[] }>()

      async function save(round: number): Promise<void> {
        const { id: itemId } = items[round % items.length]!
        const box = { x: 1, y: 1, width: 10 + (round % 50), height: 10 }
        const shapes = [
          { id: `shape-${itemId}`, kind: 'box', box, labelId: dataset.labels[0]!.id, source: 'manual' } as const,
        ]
        const baseRevision = saved.get(itemId)?.revision ?? 0
        const request = { params: { itemId }, body: { baseRevision, shapes: [...shapes], complete: true } }
        const { revision } = await client.call(annotationEndpoints.saveAnnotation, request)
        // Each is a change of its own: one that was saved twice would have counted twice.
        expect(revision).toBe(baseRevision + 1)
        saved.set(itemId, { itemId, revision, shapes })
        await sleep(20)
      }

      async function exportAll(): Promise<void> {
        const input = { params: { datasetId }, body: { format: 'coco' } } as const
        const started = await client.call(datasetExportEndpoints.createExport, input)
        for (;;) {
          const now = await client.call(datasetExportEndpoints.getExport, { params: { exportId: started.id } })
          if (now.status !== 'preparing') return void exports.push(now)
          await sleep(50)
        }
      }

      const rounds = await Promise.all([
        disturb().finally(() => (isOver = true)),
        repeat((round) => uploadOne(`parts/${round}.bin`, randomBytes(Math.floor(between(1, 400_000))), 60_000)),
        repeat((round) => uploadOne(`whole/${round}.bin`, randomBytes(Math.floor(between(1, 60_000))))),
        repeat((round) =>
          uploadPack(
            Array.from({ length: 8 }, (_, index) => ({
              path: `packs/${round}-${index}.bin`,
              content: randomBytes(Math.floor(between(0, 30_000))),
            })),
          ),
        ),
        repeat(save),
        repeat(exportAll),
      ])
      const ready = exports.filter(({ status }) => status === 'ready')
      process.stdout.write(
        `${rounds.slice(1).join(', ')} rounds, ${confirmed.size} files, ${ready.length} of ${exports.length} exports\n`,
      )
      for (const [what, list] of Object.entries(times)) {
        const sorted = list.toSorted((one, other) => one - other).map((time) => (time / 1_000).toFixed(1))
        process.stdout.write(`${what}: seconds until calls were answered again: ${sorted.join(' ')}\n`)
      }
      for (const what of ['killed', 'stopped', 'postgres'] as const)
        expect(Math.max(...times[what]), what).toBeLessThan(most[what])
      expect(Math.min(...rounds.slice(1).map(Number), ready.length)).toBeGreaterThan(0)
      expect(exports.filter(({ status }) => status !== 'ready' && status !== 'failed')).toEqual([])
      const { leads } = await client.call(leadEndpoints.getLeads, {})
      expect(leads[0]!.number).toBeGreaterThan(Math.ceil(counts.killed * share))

      const files = await target.listFiles(spaceId)
      expect(files.map(({ path }) => path).toSorted()).toEqual([...confirmed.keys()].toSorted())
      expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(confirmed)
      for (const { id, path, checksum } of files) {
        const response = await client.send(`/files/${id}/content`, {})
        expect([response.status, sha256(new Uint8Array(await response.arrayBuffer()))], path).toEqual([200, checksum])
      }
      for (const item of items)
        expect(await client.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })).toEqual(
          saved.get(item.id),
        )
      for (const server of servers.values()) server.signal('SIGTERM')
      for (const server of servers.values()) expect(await server.ended()).toBe(0)
      const report = await runCommand(join(folder, 'one'), ['doctor'], '', environment())
      expect(report.output).toContain('Nothing is wrong.')
    })
  },
)
