import { join } from 'node:path'
import { programPath } from '../running/command.ts'
import type { TaskEnvironment } from './task-environments.ts'

/** The command of a container, as it runs in an environment: `containerProgram` is the image's program in the container. */
export function environmentCommand(
  command: readonly string[],
  containerProgram: string,
  { interpreter, script }: Pick<TaskEnvironment, 'interpreter' | 'script'>,
): string[] {
  const own = command.map((part) => (part === containerProgram ? script : part))
  return own[0] === script ? [interpreter, ...own] : own
}

/** Environments stay as they were made: nothing of a run is written beside the code. */
export const environmentVariables = ({ folder }: Pick<TaskEnvironment, 'folder'>): Record<string, string> => ({
  PATH: `${join(folder, 'bin')}:${programPath}`,
  VIRTUAL_ENV: folder,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
})
