/**
 * Files to a device and back: `vermilion device cp` beside OpenSSH's own `scp`, in turns and in one run, over the same sshd of
 * this machine: `npm run bench devices/transfer [--megabytes 1000] [--files 10000] [--rounds 3]`. Of each pair the ratio by the
 * clock, and by processor time: that of scp and ssh beside that of the server and the command together. sshd's own is left out,
 * since both have the same one. At last an upload is cut off by SIGKILL of command and server, and goes on.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { createClient } from '../../e2e/support/server/client.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { startSshDaemon } from '../../server/src/areas/devices/testing/ssh-daemon.ts'
import { ensureStripped } from '../../tools/launch/stripped.mjs'
import { serverEnvironment, serverFlags } from '../../tools/launch/node.mjs'
import { inRoot } from '../../tools/launch/run.mjs'

const option = (name: string, usual: number) =>
  process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual
const megabytes = option('--megabytes', 1_000)
const files = option('--files', 10_000)
const rounds = option('--rounds', 3)
const least = 0.5

const folder = mkdtempSync(join(tmpdir(), 'vermilion-transfer-'))
const data = join(folder, 'data')
const local = (name: string) => join(folder, name)
const report = (name: string, value: string) => console.log(`${name.padEnd(44)}${value}`)
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Processor seconds of a process with its ended children. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / 100
}

await ensureStripped(process.execPath)
const daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
const start = () =>
  startServer({
    data,
    environment: serverEnvironment,
    program: ['--no-warnings', ...serverFlags, inRoot('server/src/main.ts')],
  })
let server = await start()
const problems: string[] = []
try {
  const call = createClient(server)
  const { id: deviceId } = await call(deviceEndpoints.createDevice, {
    body: {
      name: 'board',
      host: daemon.host,
      port: daemon.port,
      username: daemon.username,
      credentials: { method: 'key', privateKey: daemon.privateKey },
      fingerprint: daemon.fingerprint(),
    },
  })
  const { secret } = await call(accountEndpoints.createAccessToken, { body: { name: 'bench', expiresAt: null } })
  const command = (...parameters: string[]) =>
    spawn(
      process.execPath,
      ['--no-warnings', ...serverFlags, inRoot('server/src/cli/main.ts'), 'device', 'cp', '-q', ...parameters],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, VERMILION_DATA: data, VERMILION_URL: server.address, VERMILION_TOKEN: secret },
      },
    )
  const scpOptions = ['-q', '-i', local('key'), '-P', String(daemon.port)]
  for (const setting of ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'])
    scpOptions.push('-o', setting)
  const scp = (...parameters: string[]) =>
    spawn('scp', [...scpOptions, ...parameters], { stdio: ['ignore', 'inherit', 'inherit'] })
  const serverPid = server.process.pid ?? 0

  /** Wall-clock and processor seconds of a program, including those of the server if involved. */
  async function measure(run: () => ReturnType<typeof spawn>, withServer: boolean) {
    const serverTime = withServer ? processorTime(serverPid) : 0
    const childrenBefore = childrenTime()
    const started = performance.now()
    const child = run()
    const [code] = await new Promise<[number | null]>((resolve) => child.once('close', (status) => resolve([status])))
    const clock = (performance.now() - started) / 1_000
    if (code !== 0) throw new Error(`a copy ended with ${code}`)
    const processors = childrenTime() - childrenBefore + (withServer ? processorTime(serverPid) - serverTime : 0)
    return { clock, processors }
  }
  const childrenTime = () => processorTime(process.pid) - ownTime()
  const ownTime = () => {
    const fields = readFileSync(`/proc/self/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }

  async function compare(name: string, ours: (round: number) => () => ReturnType<typeof spawn>, theirs: typeof ours) {
    const ratios: { clock: number; processors: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const other = await measure(theirs(round), false)
      const own = await measure(ours(round), true)
      ratios.push({ clock: other.clock / own.clock, processors: other.processors / own.processors })
      report(
        `${name}, round ${round + 1}`,
        `${own.clock.toFixed(2)} s (scp ${other.clock.toFixed(2)} s), processors ${own.processors.toFixed(2)} s (${other.processors.toFixed(2)} s)`,
      )
    }
    const clock = median(ratios.map((ratio) => ratio.clock))
    const processors = median(ratios.map((ratio) => ratio.processors))
    report(
      `${name}: ${clock >= least ? 'ok' : 'SLOWER'}`,
      `${clock.toFixed(2)}× of scp by the clock, ${processors.toFixed(2)}× by processors`,
    )
    if (clock < least) problems.push(name)
  }

  writeFileSync(local('key'), daemon.privateKey, { mode: 0o600 })
  const block = randomBytes(1_000_000)
  writeFileSync(local('large.bin'), '')
  for (let count = 0; count < megabytes; count += 1) {
    block.writeUInt32LE(count)
    writeFileSync(local('large.bin'), block, { flag: 'a' })
  }
  for (let number = 0; number < files; number += 1) {
    const below = local(`small/${Math.floor(number / 1_000)}`)
    if (number % 1_000 === 0) mkdirSync(below, { recursive: true })
    writeFileSync(join(below, `${number}.bin`), block.subarray(number, number + 1_000 + (number % 7_000)))
  }
  const host = `${daemon.username}@${daemon.host}`
  for (const target of ['scp', 'vermilion']) mkdirSync(local(target))
  await compare(
    `${megabytes} MB up`,
    (round) => () => command(local('large.bin'), `board:${local(`vermilion/up-${round}`)}`),
    (round) => () => scp(local('large.bin'), `${host}:${local(`scp/up-${round}`)}`),
  )
  await compare(
    `${megabytes} MB down`,
    (round) => () => command(`board:${local('large.bin')}`, local(`vermilion/down-${round}`)),
    (round) => () => scp(`${host}:${local('large.bin')}`, local(`scp/down-${round}`)),
  )
  await compare(
    `${files} files up`,
    (round) => () => command('-r', local('small'), `board:${local(`vermilion/small-up-${round}`)}`),
    (round) => () => scp('-r', local('small'), `${host}:${local(`scp/small-up-${round}`)}`),
  )
  await compare(
    `${files} files down`,
    (round) => () => command('-r', `board:${local('small')}`, local(`vermilion/small-down-${round}`)),
    (round) => () => scp('-r', `${host}:${local('small')}`, local(`scp/small-down-${round}`)),
  )
  const expected = await hashOf(local('large.bin'))
  for (const name of ['up-0', 'down-0'])
    if ((await hashOf(local(`vermilion/${name}`))) !== expected) problems.push(`${name} has another hash`)
  for (const name of ['small-up-0', 'small-down-0'])
    if (spawnSync('diff', ['-r', local('small'), local(`vermilion/${name}`)]).status !== 0)
      problems.push(`${name} differs`)

  const cut = command(local('large.bin'), `board:${local('vermilion/cut')}`)
  const partOf = () => {
    const { stdout } = spawnSync('find', [local('vermilion'), '-name', '.cut.*.part', '-size', '+4M'], {
      encoding: 'utf8',
    })
    return stdout.trim()
  }
  while (partOf() === '') await wait(20)
  cut.kill('SIGKILL')
  await server.stop('SIGKILL')
  const arrived = statSync(partOf()).size
  server = await start()
  const again = createClient(server)
  while ((await again(deviceEndpoints.getDevice, { params: { deviceId } })).status !== 'online') await wait(100)
  const resumed = command(local('large.bin'), `board:${local('vermilion/cut')}`)
  await new Promise((resolve) => resumed.once('close', resolve))
  const isEqual = (await hashOf(local('vermilion/cut'))) === expected
  report('cut off by SIGKILL', `went on from ${Math.round(arrived / 1e6)} MB, hash ${isEqual ? 'equal' : 'DIFFERENT'}`)
  if (!isEqual) problems.push('what was cut off has another hash')
} finally {
  await server.stop('SIGKILL')
  await daemon.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (problems.length > 0) {
  console.error(`Not as it should be: ${problems.join(', ')}`)
  process.exitCode = 1
}
