import type { AttachedObject, Attachment } from '@vermilion/contract/assistant/attachments'
import { presentResult } from '../tools/present.ts'
import type { ToolCaller } from '../tools/tool.ts'
import { toolNamed } from '../tools/tools.ts'
import { markData } from './mark-data.ts'

const maxCharacters = 10_000

const readers: Readonly<Record<AttachedObject, readonly [tool: string, argument: string]>> = {
  task: ['get_task', 'taskId'],
  'task-log': ['read_task_log', 'taskId'],
  'task-metrics': ['list_metrics', 'taskId'],
  'task-order': ['get_task_config', 'taskId'],
  dataset: ['get_dataset', 'datasetId'],
  space: ['get_space', 'spaceId'],
  model: ['get_model', 'modelId'],
  device: ['get_device', 'deviceId'],
  generation: ['get_generation', 'generationId'],
  rollout: ['get_rollout', 'rolloutId'],
}

export async function readAttachments(attachments: readonly Attachment[], call: ToolCaller): Promise<string> {
  const texts = await Promise.all(attachments.map((attachment) => readOne(attachment, call)))
  return texts.length === 0 ? '' : `The person sees this beside the message:\n\n${texts.join('\n\n')}`
}

async function readOne(attachment: Attachment, call: ToolCaller): Promise<string> {
  const { title } = attachment
  if (attachment.kind === 'page') return markData('page', presentResult(`${title} ${attachment.path}`, maxCharacters))
  if (attachment.kind === 'terminal') {
    const { command, output, exitCode } = attachment
    const lines = [
      `Command: ${command ?? 'not known'}`,
      `Exit status: ${exitCode ?? 'not known'}`,
      `Output:\n${presentResult(output, maxCharacters)}`,
    ]
    return markData(`terminal ${title}`, lines.join('\n'))
  }
  const [name, argument] = readers[attachment.object]
  const source = `${attachment.object} ${title} (${argument} ${attachment.id})`
  try {
    const result = await toolNamed(name)?.run({ [argument]: attachment.id }, call)
    return markData(source, presentResult(result, maxCharacters))
  } catch (error) {
    return markData(source, `could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
