import type { z } from 'zod'
import type { CallContext } from './context.ts'
import { MlflowError } from './mlflow-error.ts'
import { runIdOf } from '../runs/run.ts'

export interface MlflowCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  handle(context: CallContext, message: unknown): Promise<object>
}

/** Without a run id it applies to the task's own run. */
export function call<Schema extends z.ZodObject>(
  method: MlflowCall['method'],
  path: string,
  schema: Schema,
  handle: (context: CallContext, message: z.output<Schema> & { run_id: string }) => Promise<object> | object,
): MlflowCall {
  return {
    method,
    path,
    async handle(context, message) {
      const parsed = schema.safeParse(message ?? {})
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new MlflowError('INVALID_PARAMETER_VALUE', `${issue?.path.join('.')}: ${issue?.message}`)
      }
      const { run_id, run_uuid } = parsed.data as { run_id?: string; run_uuid?: string }
      // Old clients only send `run_uuid`, some an empty one.
      const runId = [run_id, run_uuid].find((id) => id !== undefined && id !== '') ?? runIdOf(context.task.id)
      return handle(context, { ...parsed.data, run_id: runId })
    },
  }
}
