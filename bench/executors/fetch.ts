/**
 * What a task on another machine is given: 10,000 images of 60 kB by the program that fetches them, beside `curl` of one archive
 * of them from the same server, in turns: `npm run bench executors/fetch [--files 10000] [--rounds 5]`. The program also checks
 * every byte and writes every file; `curl` piped into `tar` is told beside it, to compare. All lies in memory where there is
 * such a folder, since a disk takes longer for 10,000 files than for one; `TMPDIR` names another.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../e2e/support/server/server.ts'
import { createFetchedData } from '../../server/src/areas/executors/fetched-data/fetched-data.ts'
import { serverEnvironment, serverFlags } from '../../tools/launch/node.mjs'
import { inRoot } from '../../tools/launch/run.mjs'
import { ensureStripped } from '../../tools/launch/stripped.mjs'

const option = (name: string, usual: number) =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual
const files = option('--files', 10_000)
const rounds = option('--rounds', 5)
const size = 60_000
const least = 0.7

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
const report = (name: string, seconds: number) =>
  console.log(`${name.padEnd(44)}${seconds.toFixed(2)} s  ${((files * size) / 1e6 / seconds).toFixed(0)} MB/s`)

const memory = '/dev/shm'
const ground = tmpdir() === '/tmp' && existsSync(memory) ? memory : tmpdir()
const folder = mkdtempSync(join(ground, 'vermilion-bench-fetch-'))
await ensureStripped(process.execPath)
const data = join(folder, 'data')
const server = await startServer({
  data,
  environment: serverEnvironment,
  program: ['--no-warnings', ...serverFlags, inRoot('server/src/main.ts')],
})
try {
  const [source, output, there] = [join(folder, 'images'), join(folder, 'output'), join(folder, 'there')]
  for (const path of [source, output, there]) mkdirSync(path)
  for (let number = 0; number < files; number += 1) writeFileSync(join(source, `${number}.jpg`), randomBytes(size))
  execFileSync('tar', ['-cf', join(output, 'images.tar'), '-C', source, '.'])
  const began = performance.now()
  const fetchedData = createFetchedData({ tasksFolder: join(data, 'tasks'), basePath: '' })
  const { path, token, program } = await fetchedData.prepare('bench/run-0', [
    { source, target: '/data', readOnly: true },
    { source: output, target: '/output', readOnly: false },
  ])
  report('listed and hashed on the server', (performance.now() - began) / 1_000)
  const tokenFile = join(there, 'token')
  const programFile = join(there, 'run-data.mjs')
  writeFileSync(tokenFile, token)
  writeFileSync(programFile, program)

  async function time(command: string, parameters: readonly string[]): Promise<number> {
    // Pages that still have to be written would slow this measurement down.
    execFileSync('sync')
    const start = performance.now()
    const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}`)
    return (performance.now() - start) / 1_000
  }

  const url = `${server.address}${path}`
  const address = `${server.address}${path}/output/content?path=images.tar`
  const archive = ['-sS', '--fail', '-H', `authorization: Bearer ${token}`, address]
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const curl = await time('curl', [...archive, '-o', join(there, 'images.tar')])
    rmSync(join(there, 'images.tar'))
    // Removing 10,000 files would slow the next round down on a disk that discards their blocks.
    const mount = join(there, `mount-${round}`)
    const settings = JSON.stringify({ url, tokenFile, mounts: [mount], main: 'worker-0' })
    const own = await time(process.execPath, [programFile, 'fetch', settings, 'worker-0'])
    if (readdirSync(mount).length !== files) throw new Error('not all files are there')
    ratios.push(curl / own)
    report(`round ${round}: curl of the archive`, curl)
    report(`round ${round}: the program`, own)
  }
  const unpacked = join(there, 'unpacked')
  mkdirSync(unpacked)
  const pipe = 'tar=$1; shift; curl "$@" | tar -x -C "$tar"'
  report('curl of the archive, unpacked by tar', await time('/bin/sh', ['-c', pipe, 'sh', unpacked, ...archive]))
  const ratio = median(ratios)
  console.log(`${'speed beside curl, median'.padEnd(44)}${ratio.toFixed(2)} (at least ${least})`)
  if (ratio < least) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
