import { taskEndpoints } from '@vermilion/contract/tasks'
import { sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import { call } from '#lib/api.ts'
import { bodyOf, type TypedTask } from '../../create/form-values.ts'
import { type OrderKind, sweepBodyOf, type TypedSweep, usualSweep } from './sweep-values.ts'

/** A training, or many of it, in the form. */
export interface TypedOrder extends TypedTask {
  order: OrderKind
  sweep?: Partial<TypedSweep>
}

export interface Ordered {
  kind: 'task' | 'sweep'
  id: string
}

export const usualOrder = { order: 'one', sweep: usualSweep } as const satisfies Partial<TypedOrder>

export async function createOrder({ order, sweep = {}, ...task }: TypedOrder): Promise<Ordered> {
  if (order === 'one') {
    const { id } = await call(taskEndpoints.createTask, { body: bodyOf(task) })
    return { kind: 'task', id }
  }
  const { id } = await call(sweepEndpoints.createSweep, { body: sweepBodyOf(order, sweep, bodyOf(task)) })
  return { kind: 'sweep', id }
}
