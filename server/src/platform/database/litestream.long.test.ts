import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { describe, expect, onTestFinished, test } from 'vitest'
import { skippedWithoutS3, testBuckets, variablesOf } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { runCommand } from '../../testing/server-process.ts'
import { upload } from '../../testing/upload.ts'

const program = process.env['VERMILION_TEST_LITESTREAM']
const buckets = await testBuckets()
const skipped =
  program === undefined ? ', skipped: VERMILION_TEST_LITESTREAM names no program litestream 0.5' : skippedWithoutS3
const guide = await readFile(new URL('../../../../docs/litestream.md', import.meta.url), 'utf8')
const block = (marker: string, language = '') =>
  [...guide.matchAll(/```(\w*)\n(.*?)```/gs)].find(([, of, text]) => of === language && text?.includes(marker))?.[2] ??
  ''
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const uploaders = 4
const rounds = 3

describe.skipIf(program === undefined || buckets === null)(
  `a standby by litestream, as its guide says${skipped}`,
  () => {
    test('what was confirmed before the last sync is there after the loss of a machine, with its contents, again and again', async () => {
      const machines = await mkdtemp(join(tmpdir(), 'vermilion-litestream-'))
      const access = buckets!.access()
      const variables = variablesOf(access, buckets!.keys)
      const running: ChildProcess[] = []
      let server: KillableServer | undefined
      onTestFinished(async () => {
        for (const child of running) child.kill('SIGKILL')
        await server?.kill()
        await rm(machines, { recursive: true })
      })

      /** A machine as the guide sets it up. */
      async function machine(name: string) {
        const folder = join(machines, name)
        const [data, config] = [join(folder, 'data'), join(folder, 'litestream.yml')]
        const asHere = (text: string) =>
          text
            .replaceAll('/var/lib/vermilion', data)
            .replaceAll('/etc/litestream.yml', config)
            .replace('team-data', access.bucket)
            .replace('vermilion-database', `${access.prefix}-database`)
            .replace('https://s3.example.com', access.endpoint ?? '')
        await mkdir(data, { recursive: true })
        await writeFile(config, asHere(block('dbs:', 'yaml')))
        const start = async (command: string) => {
          const [, ...parameters] = asHere(command).trim().split(' ')
          // Litestream refuses to start with this one.
          const { AWS_CA_BUNDLE: _, ...environment } = process.env
          const child = spawn(program!, parameters, { env: { ...environment, ...variables }, stdio: 'pipe' })
          let output = ''
          for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => void (output += text))
          running.push(child)
          return { child, exit: once(child, 'exit'), output: () => output }
        }
        return {
          data,
          paths: dataPaths(data),
          server: createKillableServer(data, variables),
          replicate: () => start('litestream replicate -config /etc/litestream.yml'),
          async restore(more = '') {
            const { exit, output } = await start(block('litestream restore').replace('restore', `restore${more}`))
            expect([(await exit)[0], output()]).toEqual([0, expect.any(String)])
          },
        }
      }

      let current = await machine('first')
      server = current.server
      await server.start()
      const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'all', path: 'all' } })
      /** Checksums by path, in the order in which they were confirmed. */
      const confirmed = new Map<string, string>()

      async function put(): Promise<void> {
        const [path, content] = [`${randomBytes(8).toString('hex')}.bin`, randomBytes(5_000)]
        await upload(server!, { spaceId, path }, content)
        confirmed.set(path, sha256(content))
      }

      for (let round = 1; round <= rounds; round += 1) {
        const litestream = await current.replicate()
        for (let file = 0; file < 40; file += 1) await put()
        const copy = join(machines, `rehearsal-${round}.db`)
        await expect
          .poll(async () => {
            await rm(copy, { force: true })
            await current.restore(` -o ${copy}`).catch(() => undefined)
            return pathsIn(copy)
          })
          .toEqual(expect.arrayContaining([...confirmed.keys()]))
        const synced = [...confirmed.keys()]
        const isStopped = { now: false }
        const work = Array.from({ length: uploaders }, async () => {
          while (!isStopped.now) await put().catch(() => void (isStopped.now = true))
        })
        await new Promise((resolve) => setTimeout(resolve, 2_000 + 1_500 * round))
        // In the last round the server alone dies, and litestream is stopped in order.
        const isOrderly = round === rounds
        if (!isOrderly) litestream.child.kill('SIGKILL')
        await Promise.all([server.kill(), ...work])
        litestream.child.kill('SIGTERM')
        await litestream.exit

        const standby = await machine(`standby-${round}`)
        for (const name of ['key', 'bucketOwner'] as const) await copyFile(current.paths[name], standby.paths[name])
        await rm(current.data, { recursive: true })
        await standby.restore()
        const { server: next } = standby
        server = { ...next }
        current = standby
        await server.start()
        const rows = await listAll(server, spaceId)
        const lost = [...confirmed.keys()].filter((path) => !rows.has(path))
        expect(lost.filter((path) => isOrderly || synced.includes(path))).toEqual([])
        // Only the last uploads are lost: every file that was confirmed before one that is there is there, too.
        const afterFirstLoss = [...confirmed.keys()].slice(confirmed.size - lost.length - uploaders)
        expect(lost.filter((path) => !afterFirstLoss.includes(path))).toEqual([])
        for (const path of lost) confirmed.delete(path)
        for (const [path, id] of rows) {
          const reply = await server.fetch(`/files/${id}/content`)
          const checksum = sha256(new Uint8Array(await reply.arrayBuffer()))
          // A file may have its row without that the answer arrived.
          expect([path, reply.status, checksum]).toEqual([path, 200, confirmed.get(path) ?? checksum])
          confirmed.set(path, checksum)
        }
        expect(await runCommand(current.data, ['doctor', '--deep'], '', variables)).toMatchObject({ status: 0 })
      }
    })
  },
)

function pathsIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('select path from files')
      .all()
      .map((row) => String(row['path']))
  } finally {
    database.close()
  }
}

async function listAll(server: KillableServer, spaceId: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  let cursor: string | null | undefined
  do {
    const query = { limit: 500, recursive: 'true', ...(cursor && { cursor }) } as const
    const page = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
    for (const { path, id } of page.items) rows.set(path, id)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}
