import type { ChildProcess } from 'node:child_process'
import { forkProgram } from '#platform/processes/start-program'

/**
 * For V8: one process a core renders, and helpers of a collection would only take the others' time; numbers that pass
 * between the small functions that run per pixel are boxed unless they are inlined, which is more than it does by itself.
 * What a picture leaves behind is dead at once: a larger young generation (MiB) would only be more memory.
 */
const flags = ['--single-threaded-gc', '--max-semi-space-size=8', '--max-inlined-bytecode-size-cumulative=3000']

/** Starts a program of the workspace `scenes`. It ends by itself when this process does. */
export function startSceneProgram(name: 'render-scenes' | 'render-folder'): ChildProcess {
  return forkProgram(new URL(`../../../../scenes/src/${name}.ts`, import.meta.url), {
    execArgv: flags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

export const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null
