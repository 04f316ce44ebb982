import type { ChildProcess } from 'node:child_process'
import { forkProgram } from '#platform/processes/start-program'

/**
 * V8 flags: one process per core renders, so collector threads would take others' time. Numbers between small functions are boxed
 * unless inlined, which exceeds the default limit.
 * A picture's garbage dies at once, so a larger young generation (MiB) would only use more memory.
 */
const flags = ['--single-threaded-gc', '--max-semi-space-size=8', '--max-inlined-bytecode-size-cumulative=3000']

export function startSceneProgram(name: 'render-scenes' | 'render-folder'): ChildProcess {
  return forkProgram(new URL(`../../../../../scenes/src/${name}.ts`, import.meta.url), {
    execArgv: flags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

export const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null
