import { spawnProgram } from '#platform/processes/start-program'

const maxRunMs = 30_000

/** Output limit in bytes: small files may expand to anything. */
const maxOutputBytes = 64 * 1024 ** 2

export async function runTool(command: string, parameters: string[], input?: Buffer): Promise<Buffer | undefined> {
  const child = spawnProgram(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'], timeout: maxRunMs })
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve(code))
  })
  child.stdin.on('error', () => undefined).end(input)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxOutputBytes) child.kill('SIGKILL')
    else parts.push(part)
  }
  return (await exitCode) === 0 ? Buffer.concat(parts) : undefined
}
