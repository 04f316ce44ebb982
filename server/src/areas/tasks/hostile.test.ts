import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { listResultFiles } from './results/result-files.ts'
import { createDiskQuotaWatch } from './disk/disk-quota.ts'
import { orderOf, program, testPrograms } from './testing/programs.ts'

const mebibyte = 1024 ** 2
const limit = 24 * mebibyte

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    tasks: {
      ...testPrograms,
      concurrency: 2,
      outputBytes: limit,
      dataSources: {
        ...testPrograms.dataSources,
        large: {
          materialize: (_reference, folder) => writeFile(join(folder, 'data.bin'), Buffer.alloc(limit + mebibyte, 1)),
        },
      },
      images: {
        filler: program(`let file = 0
          setInterval(() => fs.writeFileSync('fill-' + file++, Buffer.alloc(${mebibyte}, 1)), 50)`),
        /** Uses no disk space: a sparse file, a link to a large file, a cycle of folders. */
        pretender: program(`fs.closeSync(fs.openSync('hole', 'w')); fs.truncateSync('hole', 2 ** 40)
          fs.symlinkSync(process.execPath, 'large'); fs.symlinkSync('.', 'circle')
          setTimeout(() => {}, 1500)`),
        /** Puts named pipes where the server reads. */
        piper: program(`require('child_process').execFileSync('mkfifo', ['progress.json', 'results.csv'])
          setTimeout(() => {}, 1500)`),
        shouter: program(`setInterval(() => process.stdout.write(Buffer.alloc(${mebibyte}, 'x')), 50)`),
      },
    },
  })
})
afterAll(() => server.stop())

async function over(image: string, more: Parameters<typeof orderOf>[1] = {}) {
  const { id } = await server.app.tasks.start(orderOf(image, more), 'en-US')
  for (;;) {
    const task = await server.call(taskEndpoints.getTask, { params: { taskId: id } })
    if (task.endedAt !== null) return task
    await delay(50)
  }
}

test('R4.01 a task that fills the disk is ended at its limit, says so, and is not tried again', async () => {
  const { status, statusReason, failure, outputPath } = await over('filler')
  expect({ status, cause: failure?.cause }).toEqual({ status: 'failed', cause: 'output-limit' })
  expect(statusReason).toContain('24 MiB')
  const written = (await readdir(outputPath)).length
  expect(written).toBeGreaterThan(24)
  expect(written).toBeLessThan(24 + 200)
})

test('R4.01 what a command of one’s own writes into its copy of the data counts, and the copy itself does not', async () => {
  const run = (script: string) =>
    over('filler', {
      prepare: { by: 'large', reference: null },
      command: ['/bin/sh', '-c', script, 'sh', '{mountPath}'],
    })
  const rewritten = await run('dd if=/dev/zero of="$1/data.bin" bs=1048576 count=25 conv=notrunc; sleep 1.5')
  expect(rewritten).toMatchObject({ status: 'success', failure: null })
  const more = 'while :; do head -c 1048576 /dev/zero | tr "\\0" x >> "$1/data.bin"; sleep 0.05; done'
  const { status, failure } = await run(more)
  expect({ status, cause: failure?.cause }).toEqual({ status: 'failed', cause: 'output-limit' })
})

test('R2.22 a log without end and without lines counts as written', async () => {
  const { status, failure, outputPath } = await over('shouter')
  expect({ status, cause: failure?.cause }).toEqual({ status: 'failed', cause: 'output-limit' })
  expect(failure?.lastLines.join('').length).toBeLessThan(1_000)
  expect((await readFile(join(outputPath, '..', 'log'))).length).toBeGreaterThan(limit)
})

test('R4.01 holes, links and circles are not taken for what is written, nor shown as results', async () => {
  const { status, outputPath } = await over('pretender')
  expect(status).toBe('success')
  expect((await listResultFiles(outputPath)).map(({ path }) => path)).toEqual(['hole'])
})

test('R4.01 pipes in place of what the server reads hold nobody up', async () => {
  expect((await over('piper')).status).toBe('success')
})

test('R4.01 what a slow look finds counts, though nobody waits for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-room-'))
  await writeFile(join(folder, 'large'), Buffer.alloc(mebibyte, 1))
  const checkQuota = createDiskQuotaWatch({ outputFolder: folder, logFolder: folder, outputBytes: 1 })
  const first = checkQuota()
  const late = performance.now() + 600
  while (performance.now() < late);
  expect(await first).toBeNull()
  await delay(200)
  expect(await checkQuota()).toMatchObject({ name: 'output-limit' })
  await rm(folder, { recursive: true })
})
