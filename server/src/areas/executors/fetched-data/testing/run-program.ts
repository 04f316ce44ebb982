import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedData } from '../fetched-data.ts'

export interface ProgramEvent {
  readonly event: string
  readonly [detail: string]: unknown
}

interface Order {
  readonly verb: 'fetch' | 'send'
  /** For the program and the token. */
  readonly folder: string
  readonly address: string
  readonly prepared: PreparedData
  readonly mounts?: readonly string[]
  readonly output?: string
  readonly cache?: string | undefined
  readonly instance?: string
}

/** The program as a machine of a cluster runs it: one file, beside it a token. */
export async function startProgram({
  verb,
  folder,
  address,
  prepared,
  mounts = [],
  instance = 'worker-0',
  ...more
}: Order) {
  await mkdir(folder, { recursive: true })
  const program = join(folder, 'run-data.mjs')
  const tokenFile = join(folder, 'token')
  await writeFile(program, prepared.program)
  await writeFile(tokenFile, `${prepared.token}\n`)
  const settings = { url: `${address}${prepared.path}`, tokenFile, mounts, main: 'worker-0', ...more }
  const child = spawn(process.execPath, [program, verb, JSON.stringify(settings), instance], { env: {} })
  const events: ProgramEvent[] = []
  let rest = ''
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => void (errors += bytes.toString()))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    events.push(...lines.map((line) => JSON.parse(line) as ProgramEvent))
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    saw: (event: string) => events.find((one) => one.event === event),
    kill: (signal: 'SIGTERM' | 'SIGKILL') => child.kill(signal),
    /** Its exit code, the event it ended with, and what it wrote on standard error. */
    async ended() {
      const [code] = await closed
      return { code, last: events.at(-1), errors }
    },
  }
}
