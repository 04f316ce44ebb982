import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { storeVariables } from './remote-store.ts'
import { databaseEnvironment, placeDatabase } from './test-database.ts'

const program = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export interface ServerProcess {
  readonly address: string
  readonly printed: string
  readonly child: ChildProcess
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | string>
}

/** The server in a separate process, as `npm start` runs it, on any free port; or another program of the sources. */
export async function startServerProcess(
  data: string,
  environment: Record<string, string> = {},
  main = 'main.ts',
): Promise<ServerProcess> {
  await placeDatabase(data)
  const child = spawn(process.execPath, [program(main)], { env: await variables(data, environment) })
  const output = collect(child)
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const ready = /ready at (http:\/\/\S+)\/login/
  while (!ready.test(output.text)) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${output.text}`)
    await Promise.race([once(child.stdout, 'data'), exit])
  }
  return {
    address: ready.exec(output.text)?.[1] ?? '',
    printed: output.text,
    child,
    async end(signal) {
      child.kill(signal)
      const [code, name] = await exit
      return code ?? name ?? ''
    },
  }
}

export async function runCommand(
  data: string,
  parameters: readonly string[],
  input = '',
  environment: Record<string, string> = {},
): Promise<{ status: number; output: string }> {
  await placeDatabase(data)
  const env = await variables(data, environment)
  const child = spawn(process.execPath, [program('cli/main.ts'), ...parameters], { env })
  const output = collect(child)
  child.stdin.end(input)
  const [status] = (await once(child, 'close')) as [number]
  return { status, output: output.text }
}

async function variables(data: string, more: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
  const usual = { VERMILION_DATA: data, VERMILION_PORT: '0', VERMILION_LOG_LEVEL: 'error' }
  return { ...process.env, ...usual, ...(await storeVariables(data)), ...databaseEnvironment(data), ...more }
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => void (output.text += text))
  return output
}
