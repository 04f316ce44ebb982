import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/** Milliseconds. */
const longestRun = 30_000

/** What a program of this machine prints; undefined where it is not there, or fails. */
export async function runTool(command: string, parameters: string[], input?: Buffer): Promise<Buffer | undefined> {
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'], timeout: longestRun })
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', (code) => resolve(code))
  })
  child.stdin.on('error', () => undefined).end(input)
  const output = await buffer(child.stdout)
  return (await exitCode) === 0 ? output : undefined
}
