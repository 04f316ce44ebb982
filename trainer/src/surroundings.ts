import { Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'

export interface Surroundings {
  log: (line: string) => void
  /** Once aborted, the program ends at the next resumable point. */
  signal: AbortSignal
}

/** Sets the exit code: 0 when finished, 143 (SIGTERM) when stopped cleanly, 1 on an error, printed as one line. */
export async function runProgram(program: (surroundings: Surroundings) => Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  process.on('SIGTERM', () => stop.abort())
  process.on('SIGINT', () => stop.abort())
  try {
    const isDone = await program({ log: (line) => console.log(line), signal: stop.signal })
    process.exitCode = isDone ? 0 : 143
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) {
      process.exitCode = 143
      return
    }
    const reason = error instanceof Failure ? reasonOf(error) : error instanceof Error ? error.message : error
    console.error(`error: ${String(reason)}`)
    process.exitCode = 1
  }
}

/** Training logs are in English. */
export function reasonOf({ values }: Failure): string {
  return say({ en: '{reason}', zh: '{reason}' }, 'en-US', values)
}
