import type { Task } from '@vermilion/contract/tasks'
import type { ComponentType } from 'react'

/** The panel of a later area: predictions of a training's model on at most `max` pictures. */
export type SamplesPanel = ComponentType<{ task: Task; max: number }>
