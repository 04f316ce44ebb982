import { fail } from '@vermilion/contract/kernel/errors'
import { issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { TaskStatus } from '@vermilion/contract/tasks'
import { statusTable } from '#platform/status'

export const taskStatus = statusTable<TaskStatus>('task', {
  queuing: ['running', 'failed', 'stopped'],
  running: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

/** Programs elsewhere may open a run again that has ended, and correct how. */
export const externalStatus = statusTable<TaskStatus>('external run', {
  queuing: [],
  running: ['success', 'failed', 'stopped'],
  success: ['running', 'failed', 'stopped'],
  failed: ['running', 'success', 'stopped'],
  stopped: ['running', 'success', 'failed'],
})

/** `stopRequested`: a stop was requested before the exit. */
export function outcome(code: number, stopRequested: boolean): Extract<TaskStatus, 'success' | 'failed' | 'stopped'> {
  if (stopRequested) return 'stopped'
  return code === 0 ? 'success' : 'failed'
}

type Parameters = Readonly<Record<string, string | number | boolean>>

export function checkParameters(
  definitions: Readonly<Record<string, ParameterDefinition>>,
  input: Parameters,
): Record<string, number> {
  const fields: Record<string, Text> = {}
  const values: Record<string, number> = {}
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(definitions, name)) fields[`parameters.${name}`] = unknownParameter
  }
  for (const [name, definition] of Object.entries(definitions)) {
    const value = Object.hasOwn(input, name) ? input[name] : definition.default
    const problem = problemWith(value, definition)
    if (problem) fields[`parameters.${name}`] = problem
    else values[name] = Number(value)
  }
  const [first] = Object.entries(fields)
  if (first) {
    const [field, detail] = first
    throw fail('image.parameters-invalid', {
      detail: issueText({ field: field.replace('parameters.', ''), detail }),
      fields,
    })
  }
  return values
}

const unknownParameter: Text = { en: 'is not a parameter of the training image', zh: '不是该训练镜像的参数' }

function problemWith(value: unknown, definition: ParameterDefinition): Text | undefined {
  const { kind, minimum, maximum, step } = definition
  if (typeof value !== 'number' || !Number.isFinite(value)) return { en: 'is not a number', zh: '不是数字' }
  if (kind === 'integer' && !Number.isInteger(value)) return { en: 'is not a whole number', zh: '不是整数' }
  if (value < minimum || value > maximum)
    return { en: `is not between ${minimum} and ${maximum}`, zh: `不在 ${minimum} 到 ${maximum} 之间` }
  if (step !== undefined && value % step !== 0) return { en: `is not a multiple of ${step}`, zh: `不是 ${step} 的倍数` }
  return undefined
}
