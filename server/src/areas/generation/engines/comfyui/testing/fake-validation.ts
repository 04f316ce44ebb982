import { isLink, type WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { ObjectInfo } from '../replies.ts'

interface NodeProblem {
  type: string
  message: string
  details: string
  extra_info: object
}

type Refusal = { error: object; node_errors: object }

const refused = (type: string, message: string, details = '', nodeErrors: object = {}): Refusal => ({
  error: { type, message, details, extra_info: {} },
  node_errors: nodeErrors,
})

export function refusalOf(prompt: unknown, info: ObjectInfo, inputs: ReadonlySet<string>): Refusal | undefined {
  if (typeof prompt !== 'object' || prompt === null)
    return refused('no_prompt', 'No prompt provided', 'No prompt provided')
  const content = prompt as WorkflowContent
  for (const [id, { class_type: classType }] of Object.entries(content)) {
    if (info[classType] === undefined)
      return refused('invalid_prompt', `Cannot execute because node ${classType} does not exist.`, `Node ID '#${id}'`)
  }
  const outputs = Object.entries(content).filter(([, node]) => info[node.class_type]?.['output_node'] === true)
  if (outputs.length === 0) return refused('prompt_no_outputs', 'Prompt has no outputs')
  const nodeErrors: Record<string, object> = {}
  let first = ''
  for (const [id, { class_type: classType, inputs: values }] of Object.entries(content)) {
    const errors = Object.entries(info[classType]?.input.required ?? {}).flatMap(([input, spec]) =>
      problemOf(content, info, inputs, { classType, input, spec: spec as unknown[], value: values[input] }),
    )
    if (errors.length === 0) continue
    first ||= errors[0]!.details
    nodeErrors[id] = { errors, dependent_outputs: outputs.map(([output]) => output), class_type: classType }
  }
  if (Object.keys(nodeErrors).length === 0) return undefined
  return refused('prompt_outputs_failed_validation', 'Prompt outputs failed validation', first, nodeErrors)
}

interface Checked {
  readonly classType: string
  readonly input: string
  readonly spec: readonly unknown[]
  readonly value: unknown
}

function problemOf(
  content: WorkflowContent,
  info: ObjectInfo,
  files: ReadonlySet<string>,
  { classType, input, spec: [type, more], value }: Checked,
): NodeProblem[] {
  const problem = (kind: string, message: string, details: string) => [
    { type: kind, message, details, extra_info: { input_name: input, input_config: [type, more] } },
  ]
  if (value === undefined) return problem('required_input_missing', 'Required input is missing', input)
  if (isLink(value)) {
    const output = info[content[value[0]]?.class_type ?? '']?.['output']
    const received = Array.isArray(output) ? String(output[value[1]]) : 'nothing'
    if (received === type) return []
    const details = `${input}, received_type(${received}) mismatch input_type(${String(type)})`
    return problem('return_type_mismatch', 'Return type mismatch between linked nodes', details)
  }
  if (classType === 'LoadImage') {
    if (files.has(String(value))) return []
    const details = `image - Invalid image file: ${String(value)}`
    return problem('custom_validation_failed', 'Custom validation failed for node', details)
  }
  const options = type === 'COMBO' ? (more as { options: unknown[] }).options : type
  if (Array.isArray(options)) {
    if (options.includes(value)) return []
    return problem(
      'value_not_in_list',
      'Value not in list',
      `${input}: '${String(value)}' not in ${JSON.stringify(options)}`,
    )
  }
  const isRight = type === 'STRING' ? typeof value === 'string' : typeof value === 'number'
  return isRight
    ? []
    : problem('invalid_input_type', `Failed to convert an input value to a ${String(type)} value`, input)
}
