import type { Task } from '@vermilion/contract/tasks'
import type { ComponentType } from 'react'

export type SamplesPanel = ComponentType<{ task: Task; max: number }>
