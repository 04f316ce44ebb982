import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { dataPaths } from '#platform/data-folder'
import { testPassword } from './client.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export type Candidate = Awaited<ReturnType<typeof startCandidate>>

/** A server in a process of its own, as soon as it leads or stands by. */
export async function startCandidate(data: string, environment: Readonly<Record<string, string>>) {
  const usual = { VERMILION_DATA: data, VERMILION_PORT: '0', VERMILION_LOG_LEVEL: 'error' }
  const env = { ...process.env, ...usual, VERMILION_ADMIN_PASSWORD: testPassword, ...environment }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (printed += text))
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const pattern = /(?:ready|stands by) at (http:\/\/[\w.[\]:]+:\d+)/
  while (!pattern.test(printed)) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${printed}`)
    await Promise.race([once(child.stdout, 'data'), exit])
  }
  const address = pattern.exec(printed)?.[1] ?? ''
  return {
    address,
    printed: () => printed,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** The exit code, or the name of the signal. */
    ended: () => exit.then(([code, name]) => code ?? name),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Its health by its own words; undefined where nothing answers for some seconds. */
    async role(): Promise<string | undefined> {
      const signal = AbortSignal.timeout(5_000)
      const response = await fetch(`${address}${basePath}/health`, { signal }).catch(() => undefined)
      if (response?.ok !== true) return undefined
      return ((await response.json()) as { data: { role: string } }).data.role
    },
  }
}

/** Gives another data folder the key, and makes it one whose contents lie where those of the first do: no test of it reads any. */
export async function shareData(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const [one, other] = [dataPaths(from), dataPaths(to)]
  await copyFile(one.key, other.key)
  for (const name of ['bucketOwner', 'diskOwner'] as const)
    await copyFile(one[name], other[name]).catch(() => undefined)
}
