import { dataTools } from './data-tools.ts'
import { draftTools } from './draft-tools.ts'
import { taskTools } from './task-tools.ts'
import type { Tool } from './tool.ts'

/** Tools for programs outside: what reads and what writes, without the forms of the console. */
export const openTools: readonly Tool[] = [...taskTools, ...dataTools]
/** Tools of the assistant in the console. */
export const assistantTools: readonly Tool[] = [...openTools, ...draftTools]

const byName = new Map(assistantTools.map((tool) => [tool.name, tool]))
export const toolNamed = (name: string): Tool | undefined => byName.get(name)
