import type { Task } from '@vermilion/contract/tasks'
import type { ComponentType } from 'react'

/** What the model of a training says of some pictures, of `most` at the most; of a later area. */
export type SamplesPanel = ComponentType<{ task: Task; most: number }>
