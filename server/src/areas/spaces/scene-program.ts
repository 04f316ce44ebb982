import { fork, type ChildProcess } from 'node:child_process'

/** Starts a program of the workspace `scenes`. It ends by itself when this process does. */
export function startSceneProgram(name: 'render-scenes' | 'render-folder'): ChildProcess {
  return fork(new URL(`../../../../scenes/src/${name}.ts`, import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

export const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null
