import type { z } from 'zod'
import type { CallContext, Caller } from './context.ts'
import { MlflowError } from './mlflow-error.ts'

export interface MlflowCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  handle(caller: Caller, message: unknown): Promise<object>
}

export function call<Schema extends z.ZodObject>(
  method: MlflowCall['method'],
  path: string,
  schema: Schema,
  handle: (caller: Caller, message: z.output<Schema>) => Promise<object> | object,
): MlflowCall {
  return {
    method,
    path,
    async handle(caller, message) {
      const parsed = schema.safeParse(message ?? {})
      if (parsed.success) return handle(caller, parsed.data)
      const [issue] = parsed.error.issues
      throw new MlflowError('INVALID_PARAMETER_VALUE', `${issue?.path.join('.')}: ${issue?.message}`)
    },
  }
}

/** A call about one run; without its id it applies to that of the caller's task. */
export const runCall = <Schema extends z.ZodObject>(
  method: MlflowCall['method'],
  path: string,
  schema: Schema,
  handle: (context: CallContext, message: z.output<Schema> & { run_id: string }) => Promise<object> | object,
): MlflowCall =>
  call(method, path, schema, async (caller, message) => {
    const { run_id, run_uuid } = message as { run_id?: string; run_uuid?: string }
    // Old clients only send `run_uuid`, some an empty one.
    const runId = [run_id, run_uuid, caller.usualRunId].find((id) => id !== undefined && id !== '')
    if (runId === undefined)
      throw new MlflowError('INVALID_PARAMETER_VALUE', "Missing value for required parameter 'run_id'")
    return handle(await caller.contextOf(runId), { ...message, run_id: runId })
  })
