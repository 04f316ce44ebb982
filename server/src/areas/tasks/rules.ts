import { fail } from '@vermilion/contract/kernel/errors'
import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { TaskStatus } from '@vermilion/contract/tasks'
import { statusTable } from '#platform/status'

/** R4.01, R4.12: every change of a task's status is one of these. */
export const taskStatus = statusTable<TaskStatus>('task', {
  queuing: ['running', 'stopped'],
  running: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

/** How a run that ended leaves its task. `stopRequested`: somebody asked for the end before it came. */
export function outcome(code: number, stopRequested: boolean): Extract<TaskStatus, 'success' | 'failed' | 'stopped'> {
  if (stopRequested) return 'stopped'
  return code === 0 ? 'success' : 'failed'
}

type Parameters = Readonly<Record<string, string | number | boolean>>

/** The parameters with defaults filled in. Fails as `image.parameters-invalid`, naming each field that does not fit. */
export function checkParameters(
  definitions: Readonly<Record<string, ParameterDefinition>>,
  input: Parameters,
): Record<string, number> {
  const fields: Record<string, string> = {}
  const values: Record<string, number> = {}
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(definitions, name)) fields[`parameters.${name}`] = 'is not a parameter of the training image'
  }
  for (const [name, definition] of Object.entries(definitions)) {
    const value = Object.hasOwn(input, name) ? input[name] : definition.default
    const problem = problemWith(value, definition)
    if (problem) fields[`parameters.${name}`] = problem
    else values[name] = Number(value)
  }
  const [first] = Object.entries(fields)
  if (first) throw fail('image.parameters-invalid', { detail: first.join(' ').replace('parameters.', ''), fields })
  return values
}

function problemWith(value: unknown, definition: ParameterDefinition): string | undefined {
  const { kind, minimum, maximum, step } = definition
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is not a number'
  if (kind === 'integer' && !Number.isInteger(value)) return 'is not a whole number'
  if (value < minimum || value > maximum) return `is not between ${minimum} and ${maximum}`
  if (step !== undefined && value % step !== 0) return `is not a multiple of ${step}`
  return undefined
}
