import { dataTools } from './data-tools.ts'
import { draftTools } from './draft-tools.ts'
import { taskTools } from './task-tools.ts'
import type { Tool } from './tool.ts'

export const openTools: readonly Tool[] = [...taskTools, ...dataTools]
export const assistantTools: readonly Tool[] = [...openTools, ...draftTools]

const byName = new Map(assistantTools.map((tool) => [tool.name, tool]))
export const toolNamed = (name: string): Tool | undefined => byName.get(name)
