import { spawnProgram } from '#platform/processes/start-program'

/** Milliseconds. */
const longestRun = 30_000

/** Bytes of output: what is small may unpack to anything. */
const mostOutput = 64 * 1024 ** 2

/** What a program of this machine prints; undefined where it is not there, fails, or prints too much. */
export async function runTool(command: string, parameters: string[], input?: Buffer): Promise<Buffer | undefined> {
  const child = spawnProgram(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'], timeout: longestRun })
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve(code))
  })
  child.stdin.on('error', () => undefined).end(input)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostOutput) child.kill('SIGKILL')
    else parts.push(part)
  }
  return (await exitCode) === 0 ? Buffer.concat(parts) : undefined
}
